import { isRecord } from '../../../shared/json-schema/schema-node.ts'

const mostNodes = 5_000
const mostSteps = 50
const mostSamplers = 10
const longest = 1_000_000

/**
 * The prompt and the seed of a ComfyUI graph in its API form: of the first sampler, and of the texts that lead to its
 * positive and negative inputs. Null where there is neither.
 */
export function readComfyPrompt(
  graph: unknown,
): { prompt: string | null; negative_prompt: string | null; seed: number | null } | null {
  if (!isRecord(graph)) return null
  const nodes = new Map(Object.entries(graph).slice(0, mostNodes))
  const samplers = [...nodes.values()].map(inputsOf).filter(hasPositive).slice(0, mostSamplers)
  for (const inputs of samplers) {
    const seed = [inputs.seed, inputs.noise_seed].find(isSeed) ?? null
    const prompt = follow(nodes, inputs.positive)
    const negative = follow(nodes, inputs.negative)
    if (prompt !== null || seed !== null) return { prompt, negative_prompt: negative, seed }
  }
  const texts = [...nodes.values()].flatMap((node) => textIn(inputsOf(node)) ?? [])
  return texts[0] === undefined ? null : { prompt: texts[0], negative_prompt: null, seed: null }
}

/** The text at the end of a link, through as many nodes as needed, but never in a circle. */
function follow(nodes: ReadonlyMap<string, unknown>, link: unknown): string | null {
  const seen = new Set<string>()
  const waiting = [link]
  for (let step = 0; waiting.length > 0 && step < mostSteps; step += 1) {
    const next = waiting.shift()
    const id = Array.isArray(next) ? idOf(next[0]) : null
    if (id === null || seen.has(id)) continue
    seen.add(id)
    const inputs = inputsOf(nodes.get(id))
    const text = textIn(inputs)
    if (text !== null) return text
    if (inputs) waiting.push(...Object.values(inputs).filter(Array.isArray).slice(0, mostSteps))
  }
  return null
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function hasPositive(inputs: Record<string, unknown> | null): inputs is Record<string, unknown> {
  return inputs !== null && Object.hasOwn(inputs, 'positive')
}

function inputsOf(node: unknown): Record<string, unknown> | null {
  const inputs = isRecord(node) && Object.hasOwn(node, 'inputs') ? node.inputs : null
  return isRecord(inputs) ? inputs : null
}

function textIn(inputs: Record<string, unknown> | null): string | null {
  if (!inputs) return null
  const texts = [inputs.text, inputs.prompt, inputs.text_g].filter((one) => typeof one === 'string')
  return texts.find((text) => text.trim() !== '' && text.length <= longest) ?? null
}

function isSeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
