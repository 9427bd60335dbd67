/**
 * The most bytes of a file that is given, which the desktop's window hands over whole, in memory. A larger one is imported with
 * its folder.
 */
export const mostGivenBytes = 256 * 1024 ** 2

/** A sidecar that is longer is none. */
export const mostBesideBytes = 8 * 1024 ** 2
/** Whose names differ in case or in their ending alone. */
export const mostBesides = 8

/** A text that lay beside a file, such as its sidecar: its bytes stand before those of the file. */
export interface GivenBeside {
  readonly name: string
  readonly bytes: number
}

/** Where the page gives a file to be taken into the library (`media-routes.ts`). */
export function importRoute(name: string, changedAt: number, besides: readonly GivenBeside[] = []): string {
  const texts = besides.map(({ name, bytes }) => `&beside=${bytes}:${encodeURIComponent(name)}`)
  return `/media/imports?name=${encodeURIComponent(name)}&changed=${Math.trunc(changedAt)}${texts.join('')}`
}
