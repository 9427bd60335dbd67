import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'

/** Settings to begin with, and what the sandbox made of them (`tools/make-samples.ts`). */
export interface Sample {
  readonly id: SampleId
  readonly modelId: string
  /** Without the prompt, which is in the words, and files. */
  readonly values: Readonly<Record<string, unknown>>
  /** The sample whose image is the start image. */
  readonly startsWith?: SampleId
  readonly axes?: readonly SheetAxis[]
}

export type SampleId = 'dusk' | 'waves' | 'song' | 'shapes' | 'boats' | 'poster'

export const samples: readonly Sample[] = [
  { id: 'dusk', modelId: 'i3', values: { aspect_ratio: '16:9' } },
  { id: 'waves', modelId: 'v1', values: { duration: 4, resolution: '480p' }, startsWith: 'dusk' },
  { id: 'song', modelId: 'a1', values: {} },
  {
    id: 'shapes',
    modelId: 'i3',
    values: {},
    axes: [{ kind: 'field', field: 'aspect_ratio', values: ['16:9', '1:1', '9:16'] }],
  },
  { id: 'boats', modelId: 'i3', values: { aspect_ratio: '1:1' } },
  { id: 'poster', modelId: 'i5', values: { width: 768, height: 1024 } },
]

/** Whether a sample can be made with this model. */
export function hasSampleOf({ id, deprecation }: Pick<ModelSummary, 'id' | 'deprecation'>): boolean {
  return deprecation?.state !== 'sunset' && samples.some(({ modelId }) => modelId === id)
}
