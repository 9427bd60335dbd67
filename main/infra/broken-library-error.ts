import type { RepairWay } from './repair-ways.ts'

/** A way out that Atelier can take when the person chooses it. */
export interface WayOut {
  readonly way: RepairWay
  /** What it does and what it can't restore, shown after its name. */
  readonly effect: string
}

/** Shown where there is no room to open the library; without its full stop. */
export function sayFull(path: string): string {
  return `The disk of the library ${path} is full, so it can’t be opened. Make room, then start again`
}

/** The library can't be read or written; its files have been left unchanged. */
export class BrokenLibraryError extends Error {
  override readonly name = 'BrokenLibraryError'
  readonly waysOut: readonly WayOut[]

  constructor(
    message: string,
    { waysOut = [], cause }: { waysOut?: readonly WayOut[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.waysOut = waysOut
  }
}
