import { type Carried, modelNameOf, seedOf } from '../../../shared/library/carried.ts'

/** A run’s settings in the form that many programs for image generation write and read. */
export function writeSettingsText(
  carried: Carried,
  size: { readonly width: number; readonly height: number } | null,
  version: string,
): string {
  const { prompt, values } = carried
  const model = modelNameOf(carried)
  const negative = textAt(values, 'negative_prompt')
  const seed = seedOf(values)
  const pairs = [
    seed === null ? [] : [`Seed: ${seed}`],
    size ? [`Size: ${size.width}x${size.height}`] : [],
    model === '' ? [] : [`Model: ${quoted(model)}`],
    [`Version: ${quoted(`Atelier ${version}`)}`],
  ].flat()
  const lines = [prompt, negative === '' ? [] : `Negative prompt: ${negative}`, pairs.join(', ')].flat()
  return lines.filter((line) => line !== '').join('\n')
}

function textAt(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : ''
  return typeof value === 'string' ? value : ''
}

function quoted(text: string): string {
  return /[,:\n"]/.test(text) ? JSON.stringify(text) : text
}

/** What a text of settings gives, whichever program wrote it. */
export interface ReadSettings {
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly seed: number | null
  readonly model: string | null
}

const longest = 1_000_000
const pair = /([\w ]{1,40}):\s*("(?:\\.|[^"\\])*"|[^,]*)(?:,|$)/g

/** Null where the text has neither a prompt nor a seed. */
export function readSettingsText(text: string): ReadSettings | null {
  if (text.length > longest) return null
  const lines = text.trim().split(/\r?\n/)
  const last = lines.at(-1) ?? ''
  const found = new Map(
    [...last.matchAll(pair)].map(([, name = '', value = '']) => [name.trim(), value.trim()]),
  )
  const hasPairs = found.has('Seed') || found.has('Steps') || (found.has('Model') && found.has('Version'))
  if (!hasPairs) return null
  const body = lines.slice(0, -1)
  const negativeAt = body.findIndex((line) => line.startsWith('Negative prompt:'))
  const prompt = (negativeAt < 0 ? body : body.slice(0, negativeAt)).join('\n').trim()
  const negative =
    negativeAt < 0 ? null : body.slice(negativeAt).join('\n').replace('Negative prompt:', '').trim()
  const seed = readSeed(found.get('Seed'))
  if (prompt === '' && seed === null) return null
  return { prompt, negativePrompt: negative || null, seed, model: unquoted(found.get('Model')) }
}

function readSeed(text: string | undefined): number | null {
  const seed = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(seed) ? seed : null
}

function unquoted(text: string | undefined): string | null {
  if (!text) return null
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}
