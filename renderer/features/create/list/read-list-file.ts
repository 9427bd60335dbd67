/** The largest file that is read as a list, in bytes; larger ones are refused unread. */
export const mostListBytes = 5_000_000

/** Why a file is no list, without words. */
export type ListFileRefusal = 'too_large' | 'unreadable' | 'not_text' | 'not_lines' | 'empty'

export type ReadListFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: ListFileRefusal }

/** Reads a file as the text of a list: UTF-8, or UTF-16 with a byte order mark. The rows are not checked here. */
export async function readListFile(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<ReadListFile> {
  if (file.size > mostListBytes) return { ok: false, code: 'too_large' }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { ok: false, code: 'unreadable' }
  const text = decode(new Uint8Array(bytes))
  if (text === null || text.includes('\0')) return { ok: false, code: 'not_text' }
  if (text.trim() === '') return { ok: false, code: 'empty' }
  return isOneJsonValue(text) ? { ok: false, code: 'not_lines' } : { ok: true, text }
}

/** Null where the bytes are no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : null
  const encoding = marked ?? (first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** An array, or an object over several lines, whose lines would be read as prompts. */
function isOneJsonValue(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    return Array.isArray(JSON.parse(text)) || text.trim().includes('\n')
  } catch {
    return false
  }
}
