import { isReservedName } from './file-name.ts'

const longestName = 180
/** What one system or another refuses in a name, and what would lead out of the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused.
const refusedSigns = /[\u0000-\u001f\u007f<>:"/\\|?*]/g

/** Names that every system takes, each once also where case and composition are not told apart, in their order. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
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
  const { stem, extension } = split(name.normalize('NFC').replace(refusedSigns, '-'))
  const trimmed = [...stem]
    .slice(0, longestName)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  const safe = isReservedName(trimmed.split('.')[0] ?? '') ? `${trimmed}-` : trimmed
  return `${safe || 'file'}${extension}`
}

function split(name: string): { stem: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
