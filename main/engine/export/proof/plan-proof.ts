import { createHash } from 'node:crypto'
import { type Carried, modelNameOf, seedOf } from '../../../../shared/library/carried.ts'
import type { ProofChoices, ProofFile, ProofWords } from '../../../../shared/library/proof.ts'
import type { ProofDetail } from '../../../../shared/library/proof-bounds.ts'
import type { FileCatalogue, StoredFile } from '../../library/ports.ts'
import type { CarriedOf } from '../carried-files.ts'

export interface WantedProof {
  readonly fileIds: readonly string[]
  readonly choices: ProofChoices
  readonly words: ProofWords
}

export interface PlanProofDeps {
  readonly files: Pick<FileCatalogue, 'stored'>
  readonly carriedOf: CarriedOf
}

/** A file of a proof, and where it stands there. */
export interface PlannedFile {
  readonly fileId: string
  readonly stored: StoredFile
  /** Whether a smaller copy is to stand for it. */
  readonly isReduced: boolean
  /** Without a folder. */
  readonly name: string
  readonly thumbnail: string | null
  readonly shown: ProofFile
}

export const mediaFolder = 'media'
export const thumbnailFolder = 'thumbs'
export const pageName = 'index.html'

/** The same for the same files and choices: a proof that was stopped is found again by it. */
export function proofKey({ fileIds, choices }: WantedProof): string {
  const hash = createHash('sha256').update(JSON.stringify(['proof', choices]))
  for (const fileId of fileIds) hash.update(`\n${fileId}`)
  return hash.digest('hex').slice(0, 32)
}

/** Names of files say nothing but their number: a prompt is often part of a file’s own. */
export function planProof(wanted: WantedProof, { files, carriedOf }: PlanProofDeps): readonly PlannedFile[] {
  const { fileIds, choices, words } = wanted
  const digits = String(fileIds.length).length
  return fileIds.flatMap((fileId, index) => {
    const stored = files.stored(fileId)
    const carried = stored && carriedOf(fileId)
    if (!stored || !carried) return []
    const number = index + 1
    const stem = String(number).padStart(digits, '0')
    const isReduced = choices.size === 'reduced' && stored.kind === 'image'
    const extension = isReduced ? '.jpg' : (/\.[A-Za-z0-9]{1,8}$/.exec(stored.name)?.[0] ?? '')
    const name = `${stem}${extension.toLowerCase()}`
    const thumbnail = stored.posterPath === null ? null : `${stem}.jpg`
    const shown = {
      ...{ id: fileId, number, kind: stored.kind },
      source: `${mediaFolder}/${name}`,
      thumbnail: thumbnail && `${thumbnailFolder}/${thumbnail}`,
      details: choices.shows.flatMap((detail) => {
        const text = textOf(detail, carried, stored)
        return text === '' ? [] : [{ label: words.details[detail], text }]
      }),
    }
    return [{ fileId, stored, isReduced, name, thumbnail, shown }]
  })
}

function textOf(detail: ProofDetail, carried: Carried, { name }: StoredFile): string {
  const seed = seedOf(carried.values)
  const texts: Readonly<Record<ProofDetail, string>> = {
    name,
    prompt: carried.prompt.slice(0, mostPrompt),
    model: modelNameOf(carried),
    seed: seed === null ? '' : String(seed),
    price: carried.settled?.kind === 'exact' ? `$${(carried.settled.microUsd / 1_000_000).toFixed(4)}` : '',
  }
  return texts[detail]
}

const mostPrompt = 4_000
