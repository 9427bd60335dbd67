import type { InputKind } from '../../../shared/api/media.ts'
import { isTooLargeToShow } from '../../../shared/bridge/media-bounds.ts'
import { type CodedReason, reasonOf } from '../../../shared/failures/reason.ts'
import { readMeasures } from '../media-types/read-structure.ts'
import type { Measures } from '../media-types/structure/byte-source.ts'
import type { OpenedFile } from './ports.ts'

interface Shown {
  readonly kind: InputKind
  readonly mediaType: string
  readonly width: number | null
  readonly height: number | null
}

/** Why a file is not served to a page for display; null where it may be (LIB43). */
export async function whyNotShown(
  shown: Shown,
  file: OpenedFile,
  onMeasured: (measures: Measures) => void,
): Promise<CodedReason | null> {
  const { kind, mediaType } = shown
  if (kind === 'audio') return null
  if (shown.width !== null && shown.height !== null) return whyTooLarge(shown)
  const measures = await readMeasures(mediaType, file)
  if (measures.width !== null) onMeasured(measures)
  // Image decoders take the size from the same headers; a browser checks more of a video than this.
  if (measures.width === null && kind === 'image') return reasonOf('image_size_unknown')
  return whyTooLarge({ kind, ...measures })
}

function whyTooLarge(sized: Parameters<typeof isTooLargeToShow>[0]): CodedReason | null {
  if (!isTooLargeToShow(sized)) return null
  const { width, height } = sized
  return { code: 'file_too_large_to_show', width: width ?? 0, height: height ?? 0 }
}
