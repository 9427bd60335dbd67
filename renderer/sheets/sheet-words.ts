import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import type { EnumerationValue } from '../../shared/form/field.ts'
import { shortPrompt } from '../words/short-prompt.ts'
import type { Words } from '../words/words-context.tsx'

/** A run of a batch, made or planned. */
type BatchRun = Pick<SubmissionView, 'values'> & Partial<Pick<SubmissionView, 'writtenPrompt' | 'sheet'>>

type LabelOf = (modelId: string) => string

/** The name of an axis. */
export function axisWords(axis: SheetAxis, { create, fields }: Words): string {
  return axis.kind === 'model' ? create.sheet.model : fields.label(axis.field, null)
}

/** What is compared, and by how many values: “3 models”. */
export function comparedWords(axis: SheetAxis, words: Words): string {
  const { compared, comparedModels } = words.create.sheet
  return axis.kind === 'model'
    ? comparedModels(axis.modelIds.length)
    : compared(axis.values.length, axisWords(axis, words))
}

/** The caption that distinguishes each step of an axis. */
export function stepWords(axis: SheetAxis, words: Words, labelOf: LabelOf): string[] {
  if (axis.kind === 'model') return distinguish(axis.modelIds.map(labelOf), axis.modelIds)
  const exact = axis.values.map((value) => JSON.stringify(value))
  return distinguish(
    axis.values.map((value) => fieldValueWords(axis.field, value, words)),
    exact,
  )
}

/** Two models may have one label, and 1 is shown as '1' is: these show their exact value, too. */
function distinguish(captions: readonly string[], exact: readonly string[]): string[] {
  return captions.map((caption, at) =>
    captions.indexOf(caption) === captions.lastIndexOf(caption) ? caption : `${caption} (${exact[at]})`,
  )
}

/** The values that distinguish a run of a sheet, one caption per axis. */
export function captionsOf(axes: readonly SheetAxis[], run: SubmissionView, words: Words): string[] {
  return axes.map((axis) =>
    axis.kind === 'model'
      ? run.modelLabel
      : fieldValueWords(axis.field, run.values[axis.field] ?? null, words),
  )
}

/** What distinguishes a run of a batch without axes: its prompt, or else its number. */
export function captionOfRun(
  runs: readonly Pick<SubmissionView, 'values'>[],
  at: number,
  { create }: Words,
): string {
  const prompt = promptIn(runs[at])
  const differs = prompt !== '' && runs.some((run) => promptIn(run) !== prompt)
  return differs ? prompt : create.sheet.nth(at + 1)
}

/** What cells show of their runs: of a list its number and prompt, of other prompts the words that differ; else nothing. */
export function labelsOfRuns(
  runs: readonly BatchRun[],
  isList: boolean,
  { create }: Words,
): readonly string[] {
  if (!isList) return differingWords(runs)
  return runs.map((run, at) => create.sheet.nthPrompt(at + 1, shortPrompt(promptIn(run))))
}

/** Whether runs come from a list: their prompts differ, and neither wildcards nor a contact sheet made them. */
export function isListOfPrompts(runs: readonly BatchRun[]): boolean {
  const { writtenPrompt = null, sheet = null } = runs[0] ?? {}
  return writtenPrompt === null && sheet === null && new Set(runs.map(promptIn)).size > 1
}

/** The words of each prompt that the others don't have in that place; empty where all are equal. */
export function differingWords(runs: readonly Pick<SubmissionView, 'values'>[]): readonly string[] {
  const parts = runs.map((run) => promptIn(run).split(/\s+/))
  const count = parts[0]?.length ?? 0
  if (parts.some(({ length }) => length !== count)) return withoutShared(runs.map(promptIn))
  const differs = Array.from({ length: count }, (_, at) =>
    parts.some((words) => words[at] !== parts[0]?.[at]),
  )
  return parts.map((words) => {
    const ends = (at: number) => differs[at] && !differs[at + 1]
    const groups = words.map((word, at) => {
      const text = ends(at) ? withoutStop(word) : word
      return differs[at] ? `${differs[at - 1] ? ' ' : wordGap}${text}` : ''
    })
    return groups.join('').slice(wordGap.length)
  })
}

/** A comma or a stop belongs to the prompt, not to the words that stand alone. */
function withoutStop(words: string): string {
  return words.replace(/[,;:.]+$/, '') || words
}

/** Between words that don't follow each other in the prompt. */
const wordGap = ' · '

/** Prompts without the words that all of them begin and end with. */
function withoutShared(prompts: readonly string[]): readonly string[] {
  const { before, after } = sharedWords(prompts)
  return prompts.map((prompt) => {
    const words = prompt.split(/\s+/)
    return withoutStop(words.slice(before, words.length - after).join(' '))
  })
}

function promptIn(run: Pick<SubmissionView, 'values'> | undefined): string {
  const prompt = run?.values.prompt
  return typeof prompt === 'string' ? prompt : ''
}

/** The prompt of a batch as it was written, with its wildcards; of a list how many it has, and the first of them. */
export function promptOfBatch(runs: readonly BatchRun[], { create }: Words): string {
  if (isListOfPrompts(runs)) return create.sheet.listOf(new Set(runs.map(promptIn)).size, promptIn(runs[0]))
  return runs[0]?.writtenPrompt ?? sharedPrompt(runs)
}

/** What a batch is called: its prompt, and by what is compared only where that is the prompt. */
export function captionOfBatch(runs: readonly BatchRun[], words: Words): string {
  const { sheet } = runs[0] ?? {}
  const prompts = new Set(runs.map(promptIn))
  if (sheet && (prompts.size > 1 || prompts.has('')))
    return words.create.sheet.grid(sheet.axes.map((axis) => axisWords(axis, words)))
  return promptOfBatch(runs, words) || words.create.noPrompt
}

/** The words that several prompts begin and end with, around “…”; the only prompt as it is. */
export function sharedPrompt(runs: readonly Pick<SubmissionView, 'values'>[]): string {
  const [first = '', ...others] = [...new Set(runs.map(promptIn))]
  if (others.length === 0) return first
  const { before, after } = sharedWords([first, ...others])
  if (before + after === 0) return `${first} …`
  const words = first.split(/\s+/)
  return [...words.slice(0, before), '…', ...words.slice(words.length - after)].join(' ')
}

/** How many words prompts begin and end with alike, leaving each at least one. */
function sharedWords(prompts: readonly string[]): { readonly before: number; readonly after: number } {
  const parts = prompts.map((prompt) => prompt.split(/\s+/))
  const most = Math.min(...parts.map(({ length }) => length)) - 1
  const isShared = (at: number) => parts.every((words) => words.at(at) === parts[0]?.at(at))
  let before = 0
  while (before < most && isShared(before)) before++
  let after = 0
  while (after < most - before && isShared(-1 - after)) after++
  return { before, after }
}

function fieldValueWords(name: string, value: unknown, words: Words): string {
  return words.fields.measured(name, value) ?? valueWords(value, words)
}

function valueWords(value: unknown, { create, fields }: Words): string {
  if (value === null) return create.sheet.unset
  return typeof value === 'object' ? JSON.stringify(value) : fields.option(value as EnumerationValue)
}
