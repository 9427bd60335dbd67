import { archiveNames } from '../../library/archive-names.ts'
import type { PackedEntry } from '../packed-exports.ts'
import {
  mediaFolder,
  type PlannedFile,
  pageName,
  planProof,
  thumbnailFolder,
  type WantedProof,
} from './plan-proof.ts'
import { openProofFile, openThumbnail, type Readable, readableText, removeCopies } from './proof-files.ts'
import { proofHtml } from './proof-html.ts'
import type { ProofDeps } from './proof-to-folder.ts'

type PackDeps = Omit<ProofDeps, 'targets' | 'unfinished'>

/** The files of a proof page for a ZIP, in a folder of their own, with the page at the end. */
export async function* packProof(wanted: WantedProof, deps: PackDeps): AsyncGenerator<PackedEntry> {
  const [folder = 'proof'] = archiveNames([wanted.choices.title])
  const shown: PlannedFile['shown'][] = []
  const entry = (name: string, file: Readable, modifiedAt: number): PackedEntry => ({
    ...{ name: `${folder}/${name}`, bytes: file.bytes, modifiedAt },
    open: async () => file,
  })
  const plan = planProof(wanted, deps)
  for (const one of plan) {
    const file = await openProofFile(one, deps)
    if (!file) continue
    yield entry(`${mediaFolder}/${one.name}`, file, one.stored.savedAt)
    const thumbnail = one.thumbnail === null ? null : await openThumbnail(one, deps)
    if (thumbnail) yield entry(`${thumbnailFolder}/${one.thumbnail}`, thumbnail, one.stored.savedAt)
    shown.push(thumbnail ? one.shown : { ...one.shown, thumbnail: null })
  }
  const { title } = wanted.choices
  const data = { proofId: deps.ids.next(), title, words: wanted.words, files: shown }
  yield entry(pageName, readableText(proofHtml(data, deps.language())), deps.clock.now())
  await removeCopies(plan, deps.remover)
}
