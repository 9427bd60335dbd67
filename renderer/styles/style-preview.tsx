import { Palette } from 'lucide-react'
import { stylePreviewRoute } from '../../shared/bridge/style-preview-route.ts'
import type { StyleView } from '../../shared/bridge/style-procedures.ts'
import { Thumb } from '../media/thumb.tsx'

interface StylePreviewProps {
  /** Null or undefined while it is not known. */
  readonly style: StyleView | null | undefined
  /** In CSS pixels, where it may be larger than a thumbnail is sharp. */
  readonly width?: number
}

/** The style's image, or a sign that it has none. */
export function StylePreview({ style, width = 0 }: StylePreviewProps) {
  const file = style?.preview ?? null
  return (
    <Thumb
      kind={file?.kind ?? 'image'}
      file={file}
      listed={style?.hasListedPreview ? stylePreviewRoute(style) : null}
      sign={Palette}
      alt=""
      width={width}
    />
  )
}
