import { Buffer } from 'node:buffer'
import type { InputRefusal } from '../../../shared/bridge/media-routes.ts'
import { sniffHeic } from './sniff-heic.ts'

/** How many bytes from a file's beginning identify its type, accepted or refused. */
export const recognizedLength = 512

type RefusedKind = Extract<InputRefusal['code'], 'heic' | 'svg' | 'unknown_kind'>

interface RefusedType {
  readonly code: RefusedKind
  matches(text: string, head: Uint8Array): boolean
}

/** Common files that no model takes, or hardly any: each is refused with what to do instead. */
const refusedTypes: readonly RefusedType[] = [
  { code: 'heic', matches: (_, head) => sniffHeic(head) !== null },
  {
    code: 'svg',
    matches: (text) =>
      /^(\u00ef\u00bb\u00bf)?\s*<(svg|\?xml|!--|!doctype svg)/i.test(text) && /<svg[\s>]/i.test(text),
  },
]

/** Why a file of no accepted type is refused, as exactly as its first bytes allow. */
export function refusalOf(head: Uint8Array): RefusedKind {
  const text = Buffer.from(head).toString('latin1')
  return refusedTypes.find((type) => type.matches(text, head))?.code ?? 'unknown_kind'
}
