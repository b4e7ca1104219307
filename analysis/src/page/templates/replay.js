(() => {
  const { frames, seats: names } = mcr.data('steps');
  const { make, both, tile } = mcr;
  const by = id => document.getElementById(id);
  const seats = [...document.querySelectorAll('.seat')];
  let at = 0, timer = null;

  const chooser = choice => {
    if (!choice) return [];
    const who = both(names[choice.seat]);
    if (choice.value === null) return who;
    const value = choice.value.toFixed(2);
    return [...who, ...both({ en: ` · thinks it worth ${value} points`, zh: ` · 估值 ${value} 分` })];
  };
  const chip = (action, chosen) => make('span', { class: chosen ? 'chip chosen' : 'chip' },
    ...action.tiles.slice(0, 3).map(index => tile(index)), ...both(action.words));

  const show = place => {
    at = Math.max(0, Math.min(frames.length - 1, place));
    const frame = frames[at];
    by('text').replaceChildren(...both(frame.text));
    by('wall').textContent = frame.wall;
    by('slider').value = at;
    by('slider').setAttribute('aria-valuetext', `${at + 1} / ${frames.length}`);
    by('place').textContent = `${at + 1} / ${frames.length}`;
    document.body.dataset.step = at;
    mcr.board.show(seats, frame);
    const choice = frame.choice;
    by('chooser').replaceChildren(...chooser(choice));
    by('chips').replaceChildren(...(choice ? choice.legal.map((action, place) => chip(action, place === choice.chosen)) : []));
    by('result').hidden = at !== frames.length - 1;
  };

  const stop = () => { clearInterval(timer); timer = null; document.body.classList.remove('playing'); };
  const play = () => {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    document.body.classList.add('playing');
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
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.tagName === 'INPUT' && (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')) return;
    const act = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(frames.length - 1) }[event.key];
    if (act) { event.preventDefault(); act(); }
    else if (event.key === ' ' && event.target.tagName !== 'BUTTON') { event.preventDefault(); play(); }
  });
  show(0);
})();
