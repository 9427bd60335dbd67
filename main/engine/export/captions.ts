import { type Caption, mostCaptions } from '../../../shared/bridge/export-procedures.ts'
import { modelNameOf, seedOf } from '../../../shared/library/carried.ts'
import type { FileCatalogue } from '../library/ports.ts'
import type { CarriedOf } from './carried-files.ts'

export interface CaptionsDeps {
  readonly files: Pick<FileCatalogue, 'item'>
  readonly carriedOf: CarriedOf
}

/** What is written beside files, some at a time; those that are not in the library are left out (EXP20). */
export function createCaptions({ files, carriedOf }: CaptionsDeps) {
  function captionOf(fileId: string): Caption[] {
    const item = files.item(fileId)
    const carried = item?.state === 'saved' ? carriedOf(fileId) : null
    if (!item || !carried) return []
    const { kind, name, width, height, hasPoster } = item
    const seed = seedOf(carried.values)
    return [
      {
        ...{ fileId, kind, name, width, height, hasPoster },
        model: modelNameOf(carried),
        prompt: carried.prompt.slice(0, mostPrompt),
        seed: seed === null ? null : String(seed),
        rating: carried.rating,
      },
    ]
  }

  return (fileIds: readonly string[], from: number): { total: number; captions: Caption[] } => ({
    total: fileIds.length,
    captions: fileIds.slice(from, from + mostCaptions).flatMap(captionOf),
  })
}

/** In characters: a caption is a line. */
const mostPrompt = 500
