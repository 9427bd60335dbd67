import { z } from 'zod'
import { type JsonBounds, parseBoundedJson } from '../json/read-bounded-json.ts'
import { settledSchema } from '../pricing/price-schemas.ts'
import { flags, labels, mostStars } from './judgement.ts'

/** Of the recipe in a file: values as deep as a page may save them. */
const bounds: JsonBounds = { depth: 68, bytes: 4 * 1024 * 1024, members: 100_000 }

export const mostTagsCarried = 1_000
const time = z.iso.datetime().nullable().catch(null)

/**
 * What an exported file carries: the recipe, what the person thinks of it, and where it came from. A damaged member
 * costs only itself, but without a model and values there is no recipe.
 */
export const carriedSchema = z.object({
  version: z.int().min(1).catch(1),
  modelId: z.string().min(1).max(200),
  modelLabel: z.string().max(500).catch(''),
  /** The model's path at its service; null where it has none. */
  path: z.string().max(2_000).nullable().catch(null),
  /** By wire name, as they were confirmed. The person's own media are input references. */
  values: z.record(z.string(), z.unknown()),
  prompt: z.string().max(1_000_000).catch(''),
  account: z
    .object({
      kind: z.enum(['sandbox', 'service']),
      /** The host of the service; null for the sandbox. */
      host: z.string().max(300).nullable(),
    })
    .nullable()
    .catch(null),
  settled: settledSchema.nullable().catch(null),
  rating: z.int().min(0).max(mostStars).catch(0),
  flag: z.enum(flags).catch('none'),
  isFavorite: z.boolean().catch(false),
  label: z.literal(labels).catch(0),
  /** Of the last tournament that it was in, 0 to 100. */
  score: z.int().min(0).max(100).nullable().catch(null),
  tags: z.array(z.string().trim().min(1).max(200)).max(mostTagsCarried).catch([]),
  note: z.string().max(100_000).catch(''),
  /** UTC: when the run was confirmed, when its job was completed, when its file was saved here. */
  confirmedAt: time,
  completedAt: time,
  savedAt: time,
  /** Of the library that it was exported from: files of one run belong together. */
  fileId: z.uuid().nullable().catch(null),
  submissionId: z.uuid().nullable().catch(null),
  /** The SHA-256 of the file as it came from the service, in hex. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .catch(null),
})

export type Carried = z.infer<typeof carriedSchema>

/** Stands for the model of a file that another program made. */
export const unknownModel = 'unknown'

/** What its model is called; empty where that isn't known. */
export function modelNameOf({ modelId, modelLabel }: Pick<Carried, 'modelId' | 'modelLabel'>): string {
  return modelId === unknownModel ? '' : modelLabel || modelId
}

/** A recipe as it is written into a file; null where it is none. */
export function readCarried(text: string): Carried | null {
  return carriedSchema.safeParse(parseBoundedJson(text, bounds)).data ?? null
}

/** The seed among the values; null where there is none. */
export function seedOf(values: Readonly<Record<string, unknown>>): number | null {
  const seed = Object.hasOwn(values, 'seed') ? values.seed : null
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : null
}
