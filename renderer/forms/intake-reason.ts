import type { InputKind, MediaKind } from '../../shared/api/media.ts'
import { isMediaUrl } from '../../shared/api/media-value.ts'
import type { InputRefusal } from '../../shared/bridge/media-routes.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { countCharacters } from '../../shared/json-schema/count-characters.ts'

/** Why something that the person dropped, pasted or chose was refused. */
export type IntakeReason =
  | {
      readonly code:
        | Exclude<InputRefusal['code'], 'too_large'>
        | 'disconnected'
        | 'gone'
        | 'folder'
        | 'not_a_url'
        | 'inside_a_page'
        | 'no_url'
        | 'nothing'
    }
  /** `isFileOnly`: where no URL is taken in its place. */
  | { readonly code: 'too_large'; readonly isFileOnly?: true }
  | { readonly code: 'wrong_kind'; readonly got: MediaKind; readonly wanted: MediaKind }
  | { readonly code: 'left_out'; readonly names: readonly string[]; readonly room: number }
  | { readonly code: 'url_too_long'; readonly maximum: number; readonly actual: number }

/** Why a URL is not allowed in a media field that takes at most so many characters; null where it is. */
export function urlProblem(text: string, maximum: number | null): IntakeReason | null {
  if (/^(data|blob):/i.test(text)) return { code: 'inside_a_page' }
  if (!isMediaUrl(text) || !URL.canParse(text)) return { code: 'not_a_url' }
  const actual = countCharacters(text)
  if (maximum === null || actual <= maximum) return null
  return { code: 'url_too_long', maximum, actual }
}

interface Taker {
  readonly kind: FieldMedium
  readonly takesHeic: boolean
  readonly isFileOnly?: boolean
}

interface Thing {
  readonly kind: InputKind | null
  readonly isHeic?: boolean
  readonly isUrl?: boolean
}

/** Why a field doesn't take a thing, by its kind, which is null where it is unknown; null where it does. */
export function whyNotTaken(
  { kind: wanted, takesHeic, isFileOnly = false }: Taker,
  { kind, isHeic = false, isUrl = false }: Thing,
): IntakeReason | null {
  if (isUrl && isFileOnly) return { code: 'no_url' }
  if (wanted === 'file') return null
  if (kind === 'other') return { code: 'unknown_kind' }
  if (kind !== null && wanted !== 'any' && kind !== wanted) return { code: 'wrong_kind', got: kind, wanted }
  return isHeic && !takesHeic ? { code: 'heic' } : null
}
