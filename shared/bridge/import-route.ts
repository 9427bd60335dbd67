/** Where the page gives a file to be taken into the library (`media-routes.ts`). */
export function importRoute(name: string, changedAt: number): string {
  return `/media/imports?name=${encodeURIComponent(name)}&changed=${Math.trunc(changedAt)}`
}
