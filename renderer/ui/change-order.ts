let changes = 0

/** The place of a change among all those that can be undone, in the order in which they were made. */
export function nextChange(): number {
  changes += 1
  return changes
}
