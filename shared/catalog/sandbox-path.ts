/** A model's path in the bundled sandbox. */
export function sandboxPath({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `/generate/${kind}/sandbox/${id}`
}
