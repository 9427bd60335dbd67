import type { changes } from '../words/en/changes.ts'
import type { WordsOf } from '../words/words-of.ts'
import type { ModelChange, ModelChanges } from './compare-models.ts'

export type ChangeWords = WordsOf<typeof changes>

/** How names of fields and values are shown. */
export interface ShownNames {
  field(name: string): string
  value(text: string): string
}

/** One line of what changed. */
export interface ChangeLine {
  readonly text: string
  readonly isMoney: boolean
}

/** Prices of one model that are listed in full. */
const fewPrices = 12

/** What changed of a model in lines, those that could change what is paid first. */
export function sayChanges(
  { changes: found, more }: ModelChanges,
  words: ChangeWords,
  names: ShownNames,
): ChangeLine[] {
  const lines = found.flatMap((change) =>
    sayChange(change, words, names).map((text) => ({ text, isMoney: change.isMoney })),
  )
  return more > 0 ? [...lines, { text: words.more(more), isMoney: false }] : lines
}

function sayChange(change: ModelChange, words: ChangeWords, { field, value }: ShownNames): string[] {
  switch (change.kind) {
    case 'added':
      return [words.added]
    case 'gone':
      return [words.gone]
    case 'renamed':
      return [words.renamed(change.before, change.after)]
    case 'moved':
      return [words.moved(change.before, change.after)]
    case 'price':
      return sayPrice(change, words, { field, value })
    case 'field_added':
      return [words.fieldAdded(field(change.field), change.isRequired)]
    case 'field_removed':
      return [words.fieldRemoved(field(change.field))]
    case 'field_renamed':
      return [words.fieldRenamed(field(change.field), field(change.to))]
    case 'required':
      return [words.required(field(change.field))]
    case 'optional':
      return [words.optional(field(change.field))]
    case 'bound':
      return [words.bound(field(change.field), change.bound, change.before, change.after)]
    case 'options':
      return [
        words.options(field(change.field), change.added.map(value), change.removed.map(value), change.more),
      ]
    case 'default': {
      const [before, after] = [change.before, change.after].map((text) =>
        text === null ? null : value(text),
      )
      return [words.default(field(change.field), before ?? null, after ?? null)]
    }
    case 'form':
      return [words.form(field(change.field))]
  }
}

function sayPrice(
  { before, after, rows, more }: Extract<ModelChange, { kind: 'price' }>,
  { price }: ChangeWords,
  { field, value }: ShownNames,
): string[] {
  if (after === null) return [price.unlisted]
  const head = before === null ? [price.listed] : before === after ? [] : [price.unit[after]]
  const shown = rows.slice(0, fewPrices).map((row) => {
    const at = Object.entries(row.dimensions).map(([name, of]) =>
      price.dimension(field(name), value(String(of))),
    )
    const was = row.before === null || before === null ? null : { microUsd: row.before, unit: before }
    const now = row.after === null ? null : { microUsd: row.after, unit: after }
    return price.row(price.join(at), was, now)
  })
  const others = rows.length - shown.length + more
  return [...head, ...shown, ...(others > 0 ? [price.more(others)] : [])]
}
