import { exportChoicesSchema } from '../../../../shared/library/export-choices.ts'
import { archiveNames } from '../../library/archive-names.ts'
import type { FileRemover } from '../../library/ports.ts'
import type { Clock, Ids } from '../../ports.ts'
import { type ExportCount, type FolderExport, givenUp } from '../export-to-folder.ts'
import type { ExportTarget, ExportTargets, UnfinishedExports } from '../ports.ts'
import { slicesOf } from '../prepare-copy.ts'
import {
  mediaFolder,
  type PlannedFile,
  type PlanProofDeps,
  pageName,
  planProof,
  proofKey,
  thumbnailFolder,
  type WantedProof,
} from './plan-proof.ts'
import {
  openProofFile,
  openThumbnail,
  type ProofFilesDeps,
  type Readable,
  readableText,
  removeCopies,
} from './proof-files.ts'
import { proofHtml } from './proof-html.ts'

export interface ProofDeps extends PlanProofDeps, ProofFilesDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly targets: ExportTargets
  readonly unfinished: UnfinishedExports
  /** Removes smaller copies that a proof has used. */
  readonly remover: Pick<FileRemover, 'remove'>
  /** The language of the words. */
  language(): string
}

/**
 * A proof page in a new folder, its page last: until then the folder shows nothing. Begun again with the same files and
 * choices after a stop, it continues in its folder (EXP33).
 */
export async function proofToFolder(
  wanted: WantedProof,
  deps: ProofDeps,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(count: ExportCount): void },
): Promise<FolderExport & { readonly folder: string }> {
  const key = proofKey(wanted)
  const parent = await deps.targets.open(wanted.choices.folder, key)
  const begun = await deps.unfinished.find(key)
  const [name = ''] = archiveNames([wanted.choices.title], await parent.names())
  const folder = begun?.choices.folder || parent.pathOf(name)
  const plan = planProof(wanted, deps)
  if (!begun)
    await deps.unfinished.put({
      ...{ key, startedAt: deps.clock.now(), collection: '' },
      choices: exportChoicesSchema.parse({ folder }),
      files: plan.map(({ fileId, name: own, shown }) => ({ fileId, name: own, number: shown.number })),
    })
  const target = await deps.targets.open(folder, key)
  const media = await openSwept(target.pathOf(mediaFolder), key, deps)
  const thumbnails = await openSwept(target.pathOf(thumbnailFolder), key, deps)
  await target.sweep()
  const planned = new Set(plan.map(({ fileId }) => fileId))
  const left = wanted.fileIds
    .filter((fileId) => !planned.has(fileId))
    .map((fileId) => ({ fileId, cause: null }))
  const written: PlannedFile[] = []
  const isWrittenAs = new Map<string, boolean>()
  let count: ExportCount = { done: 0, total: plan.length, written: 0, bytes: 0, sidecars: 0 }
  for (const one of plan) {
    if (signal.aborted) break
    const bytes = await write(await openProofFile(one, deps), media, one.name)
    if (bytes === null) left.push({ fileId: one.fileId, cause: null })
    else {
      written.push(one)
      const beside = one.thumbnail && (await write(await openThumbnail(one, deps), thumbnails, one.thumbnail))
      isWrittenAs.set(one.fileId, beside !== null)
    }
    count = {
      ...count,
      done: count.done + 1,
      written: written.length,
      bytes: count.bytes + (bytes ?? 0),
    }
    onProgress(count)
  }
  if (count.done === count.total && !signal.aborted) {
    const files = written.map(({ fileId, shown }) =>
      isWrittenAs.get(fileId) ? shown : { ...shown, thumbnail: null },
    )
    const { title } = wanted.choices
    const data = { proofId: deps.ids.next(), title, words: wanted.words, files }
    await write(readableText(proofHtml(data, deps.language())), target, pageName)
    await deps.unfinished.remove(key)
    await removeCopies(plan, deps.remover)
  }
  if (signal.reason === givenUp) await deps.unfinished.remove(key)
  const files = written.map(({ fileId, name: own }) => ({ fileId, path: media.pathOf(own) }))
  return { files, count, left, folder }
}

async function openSwept(path: string, key: string, { targets }: ProofDeps): Promise<ExportTarget> {
  const target = await targets.open(path, key)
  await target.sweep()
  return target
}

/** How many bytes it has; 0 where it was written before a stop, null where there is nothing to write. */
async function write(file: Readable | null, target: ExportTarget, name: string): Promise<number | null> {
  if (!file) return null
  try {
    return (await target.write(name, slicesOf(file))) ? file.bytes : 0
  } finally {
    await file.close()
  }
}
