import type { DragEvent } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import { ownDragTypes } from '../forms/read-transfer.ts'

/** Begins the drag of a saved file, to a media field or to another program. */
export function dragFile(
  { dataTransfer }: DragEvent,
  { fileId, kind }: { readonly fileId: string; readonly kind: MediaKind },
): void {
  dataTransfer.effectAllowed = 'copy'
  dataTransfer.setData('text/uri-list', new URL(fileRoute(fileId), location.href).href)
  dataTransfer.setData(ownDragTypes[kind], fileId)
}
