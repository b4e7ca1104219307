// Tiles as drawings with a name.
mcr.tiles = mcr.data('tile-names');
mcr.tile = (index, ...classes) => {
  const SVG = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(SVG, 'svg');
  const names = mcr.tiles[index] ?? ['face-down tile', '暗牌'];
  svg.setAttribute('class', ['tile', ...classes.filter(Boolean)].join(' '));
  svg.setAttribute('viewBox', '0 0 30 40');
  svg.setAttribute('role', 'img');
  svg.dataset.en = names[0];
  svg.dataset.zh = names[1];
  svg.setAttribute('aria-label', mcr.say({ en: names[0], zh: names[1] }));
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', '#t' + index);
  svg.append(use);
  return svg;
};
