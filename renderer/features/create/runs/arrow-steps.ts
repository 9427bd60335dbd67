import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** How many places an arrow key moves in the list of runs, and likewise in the strip of a batch; 0 for other keys. */
export function stepOfArrow({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  return ctrlKey || metaKey || altKey ? 0 : (steps[key] ?? 0)
}
