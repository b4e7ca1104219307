(() => {
  // Cells sort by their data-v where they have one, else by their text.
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    const number = Number(text);
    return text === '' ? null : Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  };
  const sort = head => {
    const table = head.closest('table');
    const down = head.getAttribute('aria-sort') ? head.getAttribute('aria-sort') === 'ascending' : !head.classList.contains('l');
    for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, place) => ({ row, place, value: value(row, head.cellIndex) }));
    rows.sort((a, b) => {
      const order = compare(a.value, b.value);
      const last = a.value === null || b.value === null;
      return (down && !last ? -order : order) || a.place - b.place;
    });
    body.append(...rows.map(entry => entry.row));
  };
  for (const button of document.querySelectorAll('table.sortable thead th button'))
    button.addEventListener('click', () => sort(button.closest('th')));
})();
