import { type MediaKind, mediaKinds } from '../api/media.ts'

const longestPath = 500
const segment = String.raw`(?!\.+(?:/|$))[\w.~-]+`
const pattern = new RegExp(`^/generate/(${mediaKinds.join('|')})/${segment}/${segment}$`)

/**
 * Whether a text can be a model's path (interface: Common rules 1): `/generate/{kind}/{vendor}/{model}`, each
 * segment literal in a URL. With a kind, only a path of that kind.
 */
export function isModelPath(text: string, kind?: MediaKind): boolean {
  if (text.length > longestPath) return false
  const found = pattern.exec(text)?.[1]
  return found !== undefined && (kind === undefined || found === kind)
}
