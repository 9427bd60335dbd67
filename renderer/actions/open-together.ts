import { fewestCompared, mostCompared, mostTogether } from '../../shared/bridge/together-bounds.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { type TogetherWay, togetherAddress } from '../shell/together-address.ts'
import { togetherWordsIn } from '../words/together-words.ts'
import type { ActionDeps, ReadSubject } from './action.ts'

const most: Readonly<Record<TogetherWay, number>> = { compare: mostCompared, survey: mostTogether }

/** Shows the selected files, a sheet’s, or those that are shown together, in this way; says why where it can’t. */
export async function openTogether(way: TogetherWay, subject: ReadSubject, deps: ActionDeps): Promise<void> {
  const words = togetherWordsIn(deps.words)
  const files = await filesOf(way, subject, deps)
  if (files === null) return
  if (files.length < fewestCompared) return void deps.notify(words.tooFew[way])
  if (files.length > most[way]) return void deps.notify(words.tooMany[way])
  deps.router.go('library', togetherAddress({ way, fileIds: files.map(({ fileId }) => fileId) }))
}

/** One more than can be shown is enough to know that. Null where they can’t be read, which is shown. */
async function filesOf(
  way: TogetherWay,
  { together, readFiles, files, batchId, beside }: ReadSubject,
  { bridge, notify, words }: ActionDeps,
): Promise<readonly FileView[] | null> {
  if (together) return together
  if (readFiles) return readFiles(most[way] + 1)
  const [only] = files
  if (only && files.length === 1) {
    const other = await beside?.()
    return other && way === 'compare' ? [only, other] : files
  }
  if (only || batchId === null) return files
  const runs = await bridge.call('jobs.batch', { batchId })
  if (runs.ok) return runs.value.flatMap((run) => run.files.filter(({ state }) => state === 'saved'))
  notify(words.failures.sentence(runs.error), 'danger')
  return null
}
