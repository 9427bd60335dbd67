import { fewestCompared, mostCompared, mostTogether } from '../../shared/bridge/together-bounds.ts'
import { mostInTournament } from '../../shared/bridge/tournament-procedures.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { type TogetherWay, togetherAddress, tournamentAddress } from '../shell/together-address.ts'
import { togetherWordsIn } from '../words/together-words.ts'
import type { ActionDeps, ReadSubject } from './action.ts'

type Way = TogetherWay | 'tournament'

const most: Readonly<Record<Way, number>> = {
  compare: mostCompared,
  survey: mostTogether,
  tournament: mostInTournament,
}

/** The note that says why the last one could not be shown. */
let refusal: ReturnType<ActionDeps['notify']>

/** Shows the selected files and those of selected sheets, or those that are shown together, in this way; says why where it can’t. */
export async function openTogether(way: Way, subject: ReadSubject, deps: ActionDeps): Promise<void> {
  refusal?.close()
  const words = togetherWordsIn(deps.words)
  const files = await filesOf(way, subject, deps)
  if (files === null) return
  if (files.length < fewestCompared && way === 'tournament') return resume(deps)
  const why = files.length < fewestCompared ? words.tooFew : files.length > most[way] ? words.tooMany : null
  if (why) {
    refusal = deps.notify(why[way])
    return
  }
  if (way === 'tournament') return start(files, deps)
  deps.router.go('library', togetherAddress({ way, fileIds: files.map(({ fileId }) => fileId) }))
}

async function start(files: readonly FileView[], { bridge, notify, router, words }: ActionDeps) {
  const fileIds = files.map(({ fileId }) => fileId)
  const begun = await bridge.call('tournaments.start', { fileIds, size: 2 })
  if (begun.ok) router.go('library', tournamentAddress(begun.value.tournamentId))
  else notify(words.failures.sentence(begun.error), 'danger')
}

/** Without several files the tournament that was left last goes on. */
async function resume({ bridge, notify, router, words }: ActionDeps): Promise<void> {
  const left = await bridge.call('tournaments.left', {})
  if (!left.ok) return void notify(words.failures.sentence(left.error), 'danger')
  if (left.value.tournamentId === null) {
    refusal = notify(togetherWordsIn(words).tooFew.tournament)
    return
  }
  router.go('library', tournamentAddress(left.value.tournamentId))
}

/** One more than can be shown is enough to know that. Null where they can’t be read, which is shown. */
async function filesOf(
  way: Way,
  { together, readFiles, readSheets, files, batchId, beside }: ReadSubject,
  deps: ActionDeps,
): Promise<readonly FileView[] | null> {
  if (together) return together
  const enough = most[way] + 1
  if (readFiles) {
    const single = await readFiles(enough)
    const sheets = single.length < enough ? await readSheets?.(enough) : []
    return withSheets(single, sheets ?? [], enough, deps)
  }
  const [only] = files
  if (only && files.length === 1) {
    const other = await beside?.()
    return other && way === 'compare' ? [only, other] : files
  }
  return only || batchId === null ? files : withSheets([], [batchId], enough, deps)
}

async function withSheets(
  files: readonly FileView[],
  batchIds: readonly string[],
  enough: number,
  { bridge, notify, words }: ActionDeps,
): Promise<readonly FileView[] | null> {
  const all = [...files]
  for (const batchId of batchIds) {
    if (all.length >= enough) break
    const runs = await bridge.call('jobs.batch', { batchId })
    if (!runs.ok) {
      notify(words.failures.sentence(runs.error), 'danger')
      return null
    }
    all.push(...runs.value.flatMap((run) => run.files.filter(({ state }) => state === 'saved')))
  }
  return all
}
