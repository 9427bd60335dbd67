/** The built-in models of which the sandbox rendered a sample (`tools/make-samples.ts`). */
const sampled: ReadonlySet<string> = new Set([
  'v1',
  'v2',
  'v3',
  'v4',
  'v5',
  'v6',
  'v7',
  'v8',
  'v9',
  'v10',
  'i1',
  'i2',
  'i3',
  'i4',
  'i5',
  'i6',
  'i7',
  'i8',
])

/** The address of what the sandbox made with a model; null where there is none. */
export function sandboxSampleOf(modelId: string): string | null {
  if (!sampled.has(modelId)) return null
  return new URL(`../../../samples/models/${modelId}.webp`, import.meta.url).href
}
