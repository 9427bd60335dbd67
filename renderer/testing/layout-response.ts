import type { ProcedureOutput } from '../../shared/bridge/procedures.ts'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { layoutBytesEach, layoutFlag, layoutKinds } from '../../shared/library/layout-slice.ts'

/** The studio’s layout of these items, as one slice or a part of a longer list. */
export function layoutResponse(
  items: readonly LibraryItem[],
  { nextCursor = null, total = items.length }: { nextCursor?: string | null; total?: number | null } = {},
): ProcedureOutput<'library.layout'> {
  const count = items.length
  const bytes = new Uint8Array(count * layoutBytesEach)
  const keys = new Uint32Array(bytes.buffer, 0, count)
  const ratios = new Uint16Array(bytes.buffer, count * 4, count)
  for (const [place, { key, kind, width, height, sheet }] of items.entries()) {
    keys[place] = key
    ratios[place] = width && height ? Math.round((width / height) * 1000) : 0
    bytes[count * 8 + place] = layoutKinds.indexOf(kind) | (sheet ? layoutFlag.sheet : 0)
  }
  return {
    columns: btoa(String.fromCharCode(...bytes)),
    days: count === 0 ? [] : [{ day: '2026-11-20', count }],
    items: [...items],
    nextCursor,
    total,
  }
}
