/** The image that a service lists of a style (`media-routes.ts`). */
export function stylePreviewRoute(style: { readonly account: string; readonly styleId: string }): string {
  const { account, styleId } = style
  return `/media/styles/preview?${new URLSearchParams({ account, styleId })}`
}
