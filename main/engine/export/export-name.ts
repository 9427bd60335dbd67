import { type Carried, modelNameOf, seedOf } from '../../../shared/library/carried.ts'
import type { NameToken } from '../../../shared/library/export-choices.ts'

const longestPrompt = 60

export interface NamedFile {
  readonly carried: Carried
  /** Counted from 1, of so many. */
  readonly number: number
  readonly total: number
  readonly collection: string
  /** With the dot. */
  readonly extension: string
}

/** A name by the template, before it is made safe and unique; what a file doesn’t have leaves no gap. */
export function exportName(template: string, file: NamedFile): string {
  const values = valuesOf(file)
  const filled = template.replace(/\{(\w+)\}/g, (whole, token: string) =>
    Object.hasOwn(values, token) ? values[token as NameToken] : whole,
  )
  const stem = filled
    .replace(/\s+/g, ' ')
    .replace(/([-_ .])[-_ .]+/g, '$1')
    .replace(/^[-_ .]+|[-_ .]+$/g, '')
  return `${stem || 'file'}${file.extension}`
}

function valuesOf({ carried, number, total, collection }: NamedFile): Readonly<Record<NameToken, string>> {
  const seed = seedOf(carried.values)
  return {
    date: (carried.completedAt ?? carried.savedAt ?? '').slice(0, 10),
    model: modelNameOf(carried),
    prompt: cutWords(carried.prompt),
    seed: seed === null ? '' : String(seed),
    n: String(number).padStart(String(total).length, '0'),
    collection,
    rating: carried.rating === 0 ? '' : String(carried.rating),
  }
}

/** Cut between words where that leaves most of it, and then without the signs before the cut. */
function cutWords(prompt: string): string {
  const plain = prompt
    .slice(0, longestPrompt * 20)
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...plain].slice(0, longestPrompt).join('')
  if (cut === plain) return plain
  const space = cut.lastIndexOf(' ')
  return (space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s\p{P}]+$/u, '') || cut
}
