(() => {
  const { frames } = JSON.parse(document.getElementById('steps').textContent);
  const by = id => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  const seats = [...document.querySelectorAll('.seat')];
  const names = seats.map(seat => seat.querySelector('h2').firstChild.textContent.trim());
  let at = 0, timer = null;

  const tile = (index, ...classes) => {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', ['tile', ...classes].join(' '));
    svg.setAttribute('viewBox', '0 0 30 40');
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', '#t' + index);
    svg.append(use);
    return svg;
  };
  const gap = () => Object.assign(document.createElement('span'), { className: 'gap' });

  const showSeat = (element, seat, frame, number) => {
    const hand = element.querySelector('.hand');
    hand.replaceChildren(...seat.melds.map(meld => {
      const box = Object.assign(document.createElement('span'), { className: 'meld' });
      // A concealed kong lies face down, its kind shown by two of its tiles.
      box.append(...meld.tiles.map((t, place) => tile(meld.concealed && (place === 0 || place === 3) ? 'b' : t)));
      return box;
    }), ...seat.hand.map(t => tile(t)));
    if (seat.drawn !== null) hand.append(gap(), tile(seat.drawn));
    element.querySelector('.flowers').replaceChildren(...seat.flowers.map(t => tile(t)));
    const last = seat.river.length - 1;
    element.querySelector('.river').replaceChildren(...seat.river.map((r, place) =>
      tile(r.tile, r.claimed ? 'claimed' : '', r.drawn ? 'drawn-discard' : '', frame.live === number && place === last ? 'just' : '')));
    element.classList.toggle('acting', frame.seat === number);
  };

  const show = place => {
    at = Math.max(0, Math.min(frames.length - 1, place));
    const frame = frames[at];
    by('text').textContent = frame.text;
    by('wall').textContent = frame.wall;
    by('slider').value = at;
    by('place').textContent = `${at + 1} / ${frames.length}`;
    document.body.dataset.step = at;
    seats.forEach((element, number) => showSeat(element, frame.seats[number], frame, number));
    const choice = frame.choice;
    by('chooser').textContent = choice
      ? names[choice.seat] + (choice.value === null ? '' : ` · thinks it worth ${choice.value.toFixed(2)} points`) : '';
    by('chips').replaceChildren(...(choice ? choice.legal : []).map(text =>
      Object.assign(document.createElement('span'), { textContent: text, className: text === choice.chosen ? 'chosen' : '' })));
    by('result').hidden = at !== frames.length - 1;
  };

  const stop = () => { clearInterval(timer); timer = null; by('play').textContent = 'Play'; };
  const play = () => {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    by('play').textContent = 'Pause';
    timer = setInterval(() => { show(at + 1); if (at === frames.length - 1) stop(); }, 600);
  };
  const go = place => { stop(); show(place); };
  by('slider').max = frames.length - 1;
  by('first').addEventListener('click', () => go(0));
  by('back').addEventListener('click', () => go(at - 1));
  by('next').addEventListener('click', () => go(at + 1));
  by('last').addEventListener('click', () => go(frames.length - 1));
  by('play').addEventListener('click', play);
  by('slider').addEventListener('input', event => go(Number(event.target.value)));
  document.addEventListener('keydown', event => {
    if (event.target.tagName === 'INPUT' && event.key.startsWith('Arrow')) return;
    const act = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(frames.length - 1) }[event.key];
    if (act) { event.preventDefault(); act(); }
    else if (event.key === ' ' && event.target.tagName !== 'BUTTON') { event.preventDefault(); play(); }
  });
  show(0);
})();
