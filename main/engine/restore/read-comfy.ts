import { isRecord } from '../../../shared/json-schema/schema-node.ts'

const mostNodes = 5_000
const mostSteps = 50
const mostSamplers = 10
const longest = 1_000_000

/** The nodes of a graph by their ids; what is read of one is kept, as thousands may lead to the same. */
interface Nodes {
  inputsOf(id: string): Inputs | null
  /** The first links to other nodes. */
  linksOf(id: string): readonly unknown[]
}
type Inputs = Record<string, unknown>

/**
 * The prompt and the seed of a ComfyUI graph in its API form: of the first sampler or guider, and of what leads to its
 * inputs; a seed that stands elsewhere, as that of a node for noise, counts where the sampler has none. Null where there
 * is neither.
 */
export function readComfyPrompt(
  graph: unknown,
): { prompt: string | null; negative_prompt: string | null; seed: number | null } | null {
  if (!isRecord(graph)) return null
  const entries = Object.entries(graph).slice(0, mostNodes)
  const all = entries.flatMap<Inputs>(([, node]) => inputsOf(node) ?? [])
  const nodes = nodesOf(new Map(entries))
  const elsewhere = () => all.flatMap((inputs) => seedIn(inputs) ?? [])[0] ?? null
  for (const inputs of all.filter(leadsToText).slice(0, mostSamplers)) {
    const seed = seedOf(nodes, inputs)
    const prompt = follow(nodes, positiveOf(inputs), textIn)
    const negative = follow(nodes, inputs.negative, textIn)
    if (prompt !== null || seed !== null)
      return { prompt, negative_prompt: negative, seed: seed ?? elsewhere() }
  }
  const text = all.flatMap((inputs) => textIn(inputs) ?? [])[0]
  return text === undefined ? null : { prompt: text, negative_prompt: null, seed: elsewhere() }
}

function nodesOf(graph: ReadonlyMap<string, unknown>): Nodes {
  const links = new Map<string, readonly unknown[]>()
  const inputs = (id: string) => inputsOf(graph.get(id))
  return {
    inputsOf: inputs,
    linksOf(id) {
      const known =
        links.get(id) ??
        Object.values(inputs(id) ?? {})
          .filter(Array.isArray)
          .slice(0, mostSteps)
      links.set(id, known)
      return known
    },
  }
}

/** What is found at the end of a link, through as many nodes as needed, but never in a circle. */
function follow<Value>(
  nodes: Nodes,
  link: unknown,
  find: (inputs: Inputs | null) => Value | null,
): Value | null {
  const seen = new Set<string>()
  const waiting = [link]
  for (let step = 0; waiting.length > 0 && step < mostSteps; step += 1) {
    const next = waiting.shift()
    const id = Array.isArray(next) ? idOf(next[0]) : null
    if (id === null || seen.has(id)) continue
    seen.add(id)
    const found = find(nodes.inputsOf(id))
    if (found !== null) return found
    waiting.push(...nodes.linksOf(id))
  }
  return null
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** A sampler, or what guides one. */
function leadsToText(inputs: Inputs): boolean {
  return positiveOf(inputs) !== undefined
}

function positiveOf(inputs: Inputs): unknown {
  return ownOf(inputs, 'positive') ?? ownOf(inputs, 'guider')
}

/** Its own, or the one at the end of its link. */
function seedOf(nodes: Nodes, inputs: Inputs): number | null {
  const links = ['seed', 'noise_seed', 'noise'].map((name) => ownOf(inputs, name))
  return seedIn(inputs) ?? links.flatMap((link) => follow(nodes, link, numberIn) ?? [])[0] ?? null
}

function seedIn(inputs: Inputs | null): number | null {
  return inputs === null
    ? null
    : (['seed', 'noise_seed'].map((name) => ownOf(inputs, name)).find(isSeed) ?? null)
}

/** Of a node that only holds a number. */
function numberIn(inputs: Inputs | null): number | null {
  const value = inputs && ownOf(inputs, 'value')
  return seedIn(inputs) ?? (isSeed(value) ? value : null)
}

function ownOf(inputs: Inputs, name: string): unknown {
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined
}

function inputsOf(node: unknown): Inputs | null {
  const inputs = isRecord(node) && Object.hasOwn(node, 'inputs') ? node.inputs : null
  return isRecord(inputs) ? inputs : null
}

/** Where nodes have their text, those of models with two encoders as well. */
const textNames = ['text', 'prompt', 'text_g', 't5xxl', 'clip_l', 'string', 'value'] as const

function textIn(inputs: Inputs | null): string | null {
  if (!inputs) return null
  const texts = textNames.map((name) => ownOf(inputs, name)).filter((one) => typeof one === 'string')
  return texts.find((text) => text.trim() !== '' && text.length <= longest) ?? null
}

function isSeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
