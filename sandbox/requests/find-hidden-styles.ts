import type { StyleStore } from '../store/style-store.ts'

interface StyleLookup {
  readonly styles: Pick<StyleStore, 'find'>
  readonly workspaceId: string
}

/**
 * Why a request's styles can't be used; null where all can. An unshared style of the app is as invisible as an
 * unknown one (interface: Authentication 3), so both are refused with the same message.
 */
export function findHiddenStyles(
  request: Readonly<Record<string, unknown>>,
  { styles, workspaceId }: StyleLookup,
): string | null {
  const elements = Array.isArray(request.styles) ? (request.styles as readonly { readonly id: string }[]) : []
  const hidden = elements.flatMap(({ id }, index) => {
    const style = styles.find(id)
    const isVisible = style?.workspaceId === workspaceId && (style.owner === 'api' || style.shared)
    return isVisible ? [] : [`styles[${index}].id: no style with this id is visible to this key.`]
  })
  return hidden.length > 0 ? hidden.join(' ') : null
}
