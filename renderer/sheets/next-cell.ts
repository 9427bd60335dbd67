/**
 * Where a key leads from a cell among `count` of so many columns, row by row; null where it leads nowhere. Where a row or
 * a column ends, an arrow goes on to the next cell in reading order. `isThere`: whether a place has a cell.
 */
export function nextCell(
  key: string,
  { here, columns, count }: { readonly here: number; readonly columns: number; readonly count: number },
  isThere: (at: number) => boolean = () => true,
): number | null {
  if (key === 'Home') return findFrom(0, 1)
  if (key === 'End') return findFrom(count - 1, -1)
  if (key === 'ArrowRight') return findFrom(here + 1, 1)
  if (key === 'ArrowLeft') return findFrom(here - 1, -1)
  if (key === 'ArrowUp') return findFrom(here - columns, -columns) ?? findFrom(here - 1, -1)
  if (key !== 'ArrowDown') return null
  const rowOf = (at: number) => Math.floor(at / columns)
  // A last row that is shorter is still below.
  const last = rowOf(here) < rowOf(count - 1) ? findFrom(count - 1, -1) : null
  return findFrom(here + columns, columns) ?? (last !== null && last > here ? last : findFrom(here + 1, 1))

  function findFrom(start: number, step: number): number | null {
    for (let at = start; at >= 0 && at < count; at += step) if (at !== here && isThere(at)) return at
    return null
  }
}
