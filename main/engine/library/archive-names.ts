import { isReservedName } from './file-name.ts'

/** UTF-8, so that a number, an ending and a sidecar’s fit into the 255 of most file systems. */
const longestStemBytes = 200
/** What one system or another refuses in a name, and what would lead out of the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused.
const refusedSigns = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g
/** Signs without a look of their own that change how a name reads, and halves of pairs. */
const hiddenSigns = /[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu

/**
 * Names that every system takes, each once also where case and composition are ignored, in their order, and none
 * of `there`.
 */
export function archiveNames(names: readonly string[], there: readonly string[] = []): string[] {
  const taken = new Set(there.map(folded))
  const counts = new Map<string, number>()
  return names.map((name) => {
    const wanted = toSafeName(name)
    const { stem, extension } = split(wanted)
    let own = wanted
    let count = counts.get(folded(wanted)) ?? 1
    while (taken.has(folded(own))) {
      count += 1
      own = `${stem} (${count})${extension}`
    }
    counts.set(folded(wanted), count)
    taken.add(folded(own))
    return own
  })
}

function toSafeName(name: string): string {
  const { stem, extension } = split(name.replace(hiddenSigns, '').normalize('NFC').replace(refusedSigns, '-'))
  const trimmed = cutBytes(stem.replace(/^[. ]+/, ''), longestStemBytes).replace(/[. ]+$/, '')
  const safe = isReservedName(trimmed.split('.')[0] ?? '') ? `${trimmed}-` : trimmed
  return `${safe || 'file'}${extension}`
}

/** The first characters that take so many bytes of UTF-8 at most; none is split, nor parted from its marks. */
function cutBytes(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const [part] of text.matchAll(/\P{M}?\p{M}*/gu)) {
    bytes += new TextEncoder().encode(part).length
    if (bytes > most) break
    end += part.length
  }
  return text.slice(0, end)
}

function split(name: string): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
