import { type MediaKind, mediaKinds } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'

export interface ModelGroup {
  readonly kind: MediaKind
  readonly items: readonly ModelSummary[]
}

/** The models by kind, in the catalogue's order; ended ones come last in their kind. */
export function groupModels(models: readonly ModelSummary[]): ModelGroup[] {
  return mediaKinds.flatMap((kind) => {
    const items = models.filter((model) => model.kind === kind).toSorted((a, b) => endRank(a) - endRank(b))
    return items.length > 0 ? [{ kind, items }] : []
  })
}

function endRank(model: ModelSummary): number {
  return model.deprecation?.state === 'sunset' ? 1 : 0
}

/** Whether every word of the query begins a word of the model's headline or sentence, or is in its id. */
export function matchesModel(model: ModelSummary, query: string): boolean {
  const label = wordsOf(`${model.label} ${model.description ?? ''}`)
  return wordsOf(query).every(
    (term) => model.id.includes(term) || label.some((word) => word.startsWith(term)),
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

export type Taking = 'startImage' | 'endImage' | 'references' | 'video' | 'audio' | 'styles' | 'image'

const takings: readonly (readonly [Taking, readonly string[]])[] = [
  ['image', ['image_url', 'image_urls']],
  ['startImage', ['start_image']],
  ['endImage', ['end_image']],
  ['references', ['reference_images', 'reference_videos', 'reference_audios']],
  ['video', ['start_video', 'edit_video']],
  ['audio', ['generate_audio', 'reference_audios']],
  ['styles', ['styles', 'style_images']],
]

/** A model's inputs besides a prompt, from its fields. */
export function takesOf(model: ModelSummary): Taking[] {
  return takings.flatMap(([taking, names]) =>
    names.some((name) => model.fieldNames.includes(name)) ? [taking] : [],
  )
}
