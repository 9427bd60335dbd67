/** The name of the chunk that Create loads beside its data. */
export const formChunk = 'form'

/** Its modules below renderer/, `firstParts` of run-form.tsx: the model picker, the prompt history and the fields. */
export const formParts: readonly string[] = [
  'features/create/models/model-picker.tsx',
  'features/create/prompts/prompt-history.tsx',
  'forms/field-list.tsx',
  'forms/number-field.tsx',
  'forms/seed-field.tsx',
  'forms/size-pair.tsx',
  'ui/search-select.tsx',
]

/** The used part of a bundler's chunking context. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Puts everything that these modules import statically, directly or not, into one chunk of this name: one request
 * instead of one per set of modules shared with another chunk. `roots` are the modules' own paths; of two such chunks
 * the first has what both import.
 */
export function chunkOf(roots: readonly string[], name: string) {
  let members: ReadonlySet<string> | null = null
  return {
    debugName: name,
    name(id: string, graph: ModuleGraph): string | null {
      members ??= collect(roots, graph)
      return members.has(id) ? name : null
    },
  }
}

/** The bundler's own helpers are excluded: the page's entry needs them before everything else. */
function collect(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const members = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (members.has(id) || id.startsWith('\0')) continue
    members.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return members
}
