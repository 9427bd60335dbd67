import type { Clock, Ids } from '../ports.ts'
import { type LostAndFound, lostPlace } from './lost-and-found.ts'
import type { LibraryFolder, LibraryRows } from './reconcile-ports.ts'

const ownName = /^media\/[^/]+\/((\d{4}-\d{2}-\d{2})-(.+)-([0-9a-f]{12}))\.[a-z0-9]+$/
const posterName = /^posters\/[^/]+\/([0-9a-f-]{36})\.jpg$/
const tailLength = 12

export interface TakeInDeps {
  readonly rows: LibraryRows
  readonly folder: LibraryFolder
  readonly lost: LostAndFound
  readonly ids: Ids
  readonly clock: Pick<Clock, 'now'>
  /** Every model that a name may hold. */
  modelIds(): Iterable<string>
  readonly signal: AbortSignal
  /** Awaited after some hundreds of files. */
  between(): Promise<void>
  onChanged(fileId: string): void
}

/** What a file name of ours says of the file. */
interface ReadFromName {
  readonly name: string
  readonly date: string
  readonly modelId: string
  readonly prompt: string
  /** The end of its id. */
  readonly tail: string
}

/** Makes rows for files of which only the names are left (LIB34). */
export interface TakeIn {
  /** Whether the file at this path has a name given by Atelier. */
  isOwn(path: string): boolean
  /** Returns whether it is in the library now; false where its type is not shown. */
  take(path: string): Promise<boolean>
  /** Moves files without a row from `lost+found` back to their places and adds them; returns how many. */
  takeLost(): Promise<number>
}

export function createTakeIn(deps: TakeInDeps): TakeIn {
  const { rows, folder, lost, ids, signal } = deps
  const modelIds = [...deps.modelIds()].toSorted((left, right) => right.length - left.length)
  const batches = new Map<string, string>()
  let fileIds: Promise<ReadonlyMap<string, string>> | null = null

  /** By the ends of their ids: thumbnails are named by the whole id. */
  function knownIds(): Promise<ReadonlyMap<string, string>> {
    fileIds ??= folder.list('posters', deps.between).then((paths) => {
      const found = [...(paths ?? [])].flatMap((path) => posterName.exec(path)?.[1] ?? [])
      return new Map(found.map((fileId) => [fileId.slice(-tailLength), fileId]))
    })
    return fileIds
  }

  async function idOf({ tail }: ReadFromName): Promise<string> {
    const known = (await knownIds()).get(tail) ?? ids.next().slice(0, -tailLength) + tail
    return rows.hasFile(known) ? ids.next() : known
  }

  /** Files of one month are one entry in the list of runs. */
  function batchOf({ date }: ReadFromName): string {
    const month = date.slice(0, 7)
    const batchId = batches.get(month) ?? ids.next()
    batches.set(month, batchId)
    return batchId
  }

  async function take(path: string): Promise<boolean> {
    const reported = readName(path, modelIds)
    const { bytes, sha256, media, measures } = await folder.measure(path)
    if (!reported || !media) return false
    const fileId = await idOf(reported)
    const { modelId, prompt, date } = reported
    const { kind, mediaType } = media
    const name = path.slice(path.lastIndexOf('/') + 1)
    const now = deps.clock.now()
    // One of a day to come would stand above all results until then.
    const savedAt = Math.min(Date.parse(date) || now, now)
    rows.takeIn({
      fileId,
      submissionId: ids.next(),
      batchId: batchOf(reported),
      modelId,
      prompt,
      saved: { path, name, kind, mediaType, bytes, sha256, savedAt, measures },
    })
    deps.onChanged(fileId)
    return true
  }

  return {
    isOwn: (path) => ownName.test(path),
    take,
    async takeLost() {
      let taken = 0
      for (const path of (await lost.paths()).toSorted()) {
        if (signal.aborted) return taken
        const reported = readName(path, modelIds)
        if (!reported || rows.hasName(reported.name)) continue
        if (!(await folder.measure(lostPlace(path))).media) continue
        if ((await folder.move(lostPlace(path), path)) && (await take(path))) taken += 1
      }
      return taken
    },
  }
}

function readName(path: string, modelIds: readonly string[]): ReadFromName | null {
  const [, name = '', date = '', words = '', tail = ''] = ownName.exec(path) ?? []
  if (name === '') return null
  const modelId =
    modelIds.find((id) => words === id || words.startsWith(`${id}-`)) ?? words.split('-', 1)[0] ?? words
  return { name, date, modelId, prompt: words.slice(modelId.length + 1).replaceAll('-', ' '), tail }
}
