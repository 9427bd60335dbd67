/**
 * The most bytes of a file that is given, which the desktop's window hands over whole, in memory. A larger one is imported with
 * its folder.
 */
export const mostGivenBytes = 256 * 1024 ** 2

/** Where the page gives a file to be taken into the library (`media-routes.ts`). */
export function importRoute(name: string, changedAt: number): string {
  return `/media/imports?name=${encodeURIComponent(name)}&changed=${Math.trunc(changedAt)}`
}
