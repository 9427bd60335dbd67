/** Where the bundled sandbox has a model. */
export function sandboxPath({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `/generate/${kind}/sandbox/${id}`
}
