// A table of four seats as tiles, for pages that step through a deal.
mcr.board = (() => {
  const { make, tile } = mcr;
  const gap = () => make('span', { class: 'gap' });
  // A concealed kong lies face down, its kind shown by two of its tiles.
  const meld = shown => make('span', { class: 'meld' },
    ...shown.tiles.map((index, place) => tile(shown.concealed && (place === 0 || place === 3) ? 'b' : index)));
  const showSeat = (element, seat, frame, number) => {
    const hand = element.querySelector('.hand');
    hand.replaceChildren(...seat.melds.map(meld), ...seat.hand.map(index => tile(index)));
    if (seat.drawn !== null) hand.append(gap(), tile(seat.drawn));
    element.querySelector('.flowers').replaceChildren(...seat.flowers.map(index => tile(index)));
    const last = seat.river.length - 1;
    element.querySelector('.river').replaceChildren(...seat.river.map((discard, place) => tile(discard.tile,
      discard.claimed && 'claimed', discard.drawn && 'drawn-discard', frame.live === number && place === last && 'just')));
    element.classList.toggle('acting', frame.seat === number);
  };
  return { show: (elements, frame) => elements.forEach((element, number) => showSeat(element, frame.seats[number], frame, number)) };
})();
