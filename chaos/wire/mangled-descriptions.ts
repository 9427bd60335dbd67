import { strangeDescription } from '../../main/testing/described-service.ts'
import { pick } from '../random.ts'
import { anyJson, type MangledResponse, mangle, manglings } from './mangled-responses.ts'

export interface MangledDescriptions {
  next(): MangledResponse
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => wrap(inner), { type: 'string' })

/** Wrong values for the nodes of a description. */
const strangers: readonly unknown[] = [
  nested(110, (inner) => [inner]),
  nested(50, (inner) => ({ type: 'object', properties: { a: inner } })),
  nested(8, (inner) => ({ anyOf: [inner, inner] })),
  { $ref: '#' },
  { $ref: '#/paths' },
  { $ref: '#/components/schemas/__proto__' },
  { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Loop' }] },
  { type: ['string', 'null', 'x', 7], enum: [null, '__proto__', {}, []], default: { __proto__: 1 } },
  { type: 'string', pattern: '(a+)+$', minLength: -1, maxLength: 1e308 },
  { type: 'number', minimum: 1e308, maximum: -1e308, multipleOf: 0 },
  { type: 'array', items: [[]], maxItems: 1e9, prefixItems: 7 },
  {
    properties: { constructor: { type: 'string' }, toString: 7, ['__proto__']: { type: 'object' } },
    required: 'all',
  },
  '2026-99-99',
  1e300,
  -1,
  0.000_000_1,
  '',
  'x'.repeat(100_000),
]

/** Descriptions of a service, mangled as any response and in each of their nodes. */
export function createMangledDescriptions(random: () => number): MangledDescriptions {
  let count = 0
  return {
    next() {
      count += 1
      if (count % 4 === 0) return mangle(pick(random, manglings), honest, random)
      const description = structuredClone(honest)
      const changes = 1 + Math.floor(random() * 3)
      for (let change = 0; change < changes; change += 1) changeNode(description, random)
      return {
        name: 'with other nodes',
        keeps: null,
        headers: {},
        body: Buffer.from(JSON.stringify(description)),
      }
    },
  }
}

/** Five models, uploads, and a listing of jobs. */
const honest: Record<string, unknown> = {
  ...strangeDescription,
  paths: { ...strangeDescription.paths, '/jobs': { get: { responses: {} } } },
  components: {
    ...(strangeDescription as { components?: object }).components,
  },
}

/** Replaces a node somewhere in the description with a wrong value, or any value. */
function changeNode(description: Record<string, unknown>, random: () => number): void {
  const places: [holder: Record<string, unknown>, key: string][] = []
  const waiting: unknown[] = [description]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at !== 'object' || at === null) continue
    const holder = at as Record<string, unknown>
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      waiting.push(holder[key])
    }
  }
  const [holder, key] = pick(random, places)
  holder[key] = random() < 0.7 ? structuredClone(pick(random, strangers)) : anyJson(random, 4)
}
