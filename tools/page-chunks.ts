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

/** The name of the chunk with the words of failures, which comes with the first failure, or when the page is idle. */
export const failuresChunk = 'failures'

/** Its modules. What these import is in `main` or in a chunk of its own, so that no other part waits for them. */
export const failureWords = /shared\/words\/[^/]+\/(failures|reasons)\.ts$/

/** What those and other words have in common. */
export const sharedWords = /shared\/words\/[^/]+\/(end-sentence|figures)\.ts$/

/** The name of the chunk with what Create loads on demand, or when the page is idle. */
export const laterChunk = 'later'

/**
 * Its modules below renderer/. In chunks of their own they were a hundred requests after each start, and half of the
 * time that the page used until it was idle.
 */
export const laterParts: readonly string[] = [
  'actions/action-menu.tsx',
  'actions/download-files.ts',
  'actions/mark-files.ts',
  'actions/move-in-queue.ts',
  'collections/collect-dialog.tsx',
  'features/create/form-tools.tsx',
  'features/create/form/ceiling-dialog.tsx',
  'features/create/form/chosen-field-list.tsx',
  'features/create/list/list-dialog.tsx',
  'features/create/media/drop-layer.tsx',
  'features/create/media/made-here-note.tsx',
  'features/create/media/offer-dialog.tsx',
  'features/create/media/upload-note.tsx',
  'features/create/models/end-note.tsx',
  'features/create/models/ended-layer.tsx',
  'features/create/models/kind-note.tsx',
  'features/create/models/move-dialog.tsx',
  'features/create/models/picker-list.tsx',
  'features/create/models/touched-dialog.tsx',
  'features/create/plan/plan-button.tsx',
  'features/create/plan/plan-stage.tsx',
  'features/create/prompts/wildcard-note.tsx',
  'features/create/recipes/offered-layer.tsx',
  'features/create/recipes/recipe-drop.tsx',
  'features/create/recipes/recipes-dialog.tsx',
  'features/create/recipes/restored-note.tsx',
  'features/create/result/results-layer.tsx',
  'features/create/result/run-stage.tsx',
  'features/create/result/sheet-stage.tsx',
  'features/create/runs/clear-buttons.tsx',
  'features/create/runs/queue-drag.ts',
  'features/create/runs/run-notices.tsx',
  'features/create/runs/send-first.tsx',
  'features/create/runs/sheet-parts.tsx',
  'features/create/samples/sample-grid.tsx',
  'features/create/sheet/compare-panel.tsx',
  'features/notices/notices-banner.tsx',
  'forms/json-field.tsx',
  'forms/list-field.tsx',
  'forms/nullable-field.tsx',
  'forms/object-field.tsx',
  'forms/pending-list.tsx',
  'forms/refusal-list.tsx',
  'forms/style-images-field.tsx',
  'forms/styles-field.tsx',
  'forms/union-field.tsx',
  'forms/url-entry.tsx',
  'media/shown-marks.tsx',
  'shell/key-sheet.tsx',
  'shell/palette.tsx',
  'ui/menu.tsx',
  'ui/slider.tsx',
]

/** The used part of a bundler's chunking context. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Puts everything that these modules import statically, directly or not, into one chunk of this name: one request
 * instead of one per set of modules shared with another chunk. `roots` are the modules' own paths; of such chunks
 * the first has what several import.
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
  const unknown = roots.filter((root) => graph.getModuleInfo(root) === null)
  if (unknown.length > 0) throw new Error(`The page imports nothing called ${unknown.join(', ')}.`)
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (members.has(id) || id.startsWith('\0')) continue
    members.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return members
}
