import { type Carried, mostTagsCarried } from '../../../shared/library/carried.ts'
import { baseUrlOfAccount, sandboxAccountId } from '../../../shared/settings/account.ts'
import { displayHost } from '../../../shared/settings/display-host.ts'
import type { FileCatalogue, Tags, Tournaments } from '../library/ports.ts'
import type { SubmissionJournal } from '../submissions/ports.ts'

export interface CarriedFilesDeps {
  readonly files: Pick<FileCatalogue, 'item' | 'stored'>
  readonly journal: Pick<SubmissionJournal, 'get'>
  readonly tags: Pick<Tags, 'of' | 'note'>
  readonly tournaments: Pick<Tournaments, 'scoreOf'>
}

/** What the library knows of a file, as its copy carries it; null where there is no such file. */
export function createCarriedFiles({ files, journal, tags, tournaments }: CarriedFilesDeps) {
  return (fileId: string): Carried | null => {
    const item = files.item(fileId)
    const run = item && journal.get(item.submissionId)
    if (!item || !run) return null
    const { rating, flag, isFavorite, label } = item.judgement
    const isSandbox = run.serviceId === sandboxAccountId
    const host = isSandbox ? '' : displayHost(baseUrlOfAccount(run.serviceId))
    return {
      version: 1,
      modelId: item.modelId,
      modelLabel: item.modelLabel,
      path: run.path || null,
      values: { ...run.values },
      prompt: item.prompt,
      // A file that was taken in by its name alone has no account.
      account: run.serviceId === '' ? null : { kind: isSandbox ? 'sandbox' : 'service', host: host || null },
      settled: run.settled,
      rating,
      flag,
      isFavorite,
      label,
      score: tournaments.scoreOf(fileId),
      tags: tags.of([fileId]).get(fileId)?.slice(0, mostTagsCarried) ?? [],
      note: tags.note(fileId),
      confirmedAt: new Date(run.confirmedAt).toISOString(),
      completedAt: run.job?.completed_at ? toIso(run.job.completed_at) : null,
      savedAt: item.savedAt,
      fileId,
      submissionId: item.submissionId,
      sha256: files.stored(fileId)?.sha256 ?? null,
    }
  }
}

export type CarriedOf = ReturnType<typeof createCarriedFiles>

function toIso(time: string): string | null {
  const at = Date.parse(time)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
