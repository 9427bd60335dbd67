/** Resolves when what waits for `beginsAfter` may begin, at once where it is absent; also when that is closed before. */
export function untilBegun(beginsAfter: Promise<void> | undefined, closing: AbortSignal): Promise<void> {
  if (beginsAfter === undefined) return Promise.resolve()
  const closed = new Promise<void>((resolve) => closing.addEventListener('abort', () => resolve()))
  return Promise.race([beginsAfter, closed])
}
