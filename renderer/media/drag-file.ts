import type { DragEvent } from 'react'
import { downloadRoute, fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { ownDragTypes } from '../forms/read-transfer.ts'

/** Names the files that the system may take in place of the drag (`drag-out.ts`), by their ids. */
export const outDragType = 'application/x-atelier-files'

type Dragged = Pick<FileView, 'fileId' | 'kind' | 'name' | 'mediaType'>

/**
 * Begins the drag of a saved file, to a media field or to another program, which gets the file itself. `together`: what the
 * system takes with it, the file included; null: nothing, since the drag is one within the page.
 */
export function dragFile(
  { dataTransfer }: Pick<DragEvent, 'dataTransfer'>,
  { fileId, kind, name, mediaType }: Dragged,
  together: readonly string[] | null = [fileId],
): void {
  const address = (route: string) => new URL(route, location.href).href
  dataTransfer.effectAllowed = 'copy'
  dataTransfer.setData('text/uri-list', address(fileRoute(fileId)))
  dataTransfer.setData(ownDragTypes[kind], fileId)
  // Chromium downloads it to where it is dropped. Its parts are separated by colons.
  const type = mediaType ?? 'application/octet-stream'
  dataTransfer.setData(
    'DownloadURL',
    `${type}:${name.replaceAll(':', '-')}:${address(downloadRoute(fileId))}`,
  )
  if (together) dataTransfer.setData(outDragType, together.join(' '))
}
