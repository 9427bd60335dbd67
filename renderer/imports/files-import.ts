import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ImportedFile, mostNamedRefused } from '../../shared/bridge/import-procedures.ts'
import { mostBesideBytes, mostBesides, mostGivenBytes } from '../../shared/bridge/import-route.ts'
import type { Reason } from '../../shared/failures/reason.ts'
import type { GivenFile } from '../actions/collecting.ts'
import { isOfText } from '../forms/read-transfer.ts'
import type { ShownImport } from './import-progress.tsx'
import type { SentFile } from './send-file.ts'

export interface FilesImportState extends ShownImport {
  readonly added: number
  /** Already in the library. */
  readonly known: number
  /** Why it ended early: the studio is out of reach, takes a folder in, or could not write. */
  readonly failure: 'disconnected' | 'busy' | Reason | null
}

/** Takes files of the person's own into the library, one after the other. */
export interface FilesImport {
  readonly store: StoreApi<FilesImportState>
  /** From the first file on: those that were taken in are known by then. */
  start(): Promise<void>
  /** No further file is sent, and the one that is under way is taken in only where all of it was. */
  cancel(): void
}

export interface FilesImportDeps {
  readonly given: readonly GivenFile[]
  /** Null where the studio could not be reached, or the signal ended it. */
  send(sent: SentFile, signal: AbortSignal): Promise<ImportedFile | null>
}

type Refusal = ShownImport['refused']['files'][number]['why']

const begun: Omit<FilesImportState, 'total'> = {
  ...{ state: 'running', done: 0, added: 0, known: 0, failure: null },
  refused: { count: 0, files: [] },
}

export function createFilesImport({ given, send }: FilesImportDeps): FilesImport {
  const store = createStore<FilesImportState>(() => ({ ...begun, total: given.length }))
  const besidesOf = besidesAmong(given)
  const withTheirFiles = new Set([...besidesOf.values()].flat())
  /** Of the last start; aborted by the next one, and by cancel. */
  let turn = new AbortController()

  function refuse(name: string, why: Refusal): void {
    store.setState(({ refused: { count, files }, done }) => ({
      done: done + 1,
      refused: {
        count: count + 1,
        files: files.length < mostNamedRefused ? [...files, { name, why }] : files,
      },
    }))
  }

  /** Returns why no further file can be taken in. */
  async function take({ name, file }: GivenFile, signal: AbortSignal): Promise<FilesImportState['failure']> {
    if (!file) refuse(name, 'is_folder')
    else if (withTheirFiles.has(file)) store.setState(({ done }) => ({ done: done + 1 }))
    else if (isOfText(file)) refuse(name, 'is_settings')
    else if (file.size > mostGivenBytes) refuse(name, 'is_large')
    else if (!(await areReadable([file, ...(besidesOf.get(file) ?? [])]))) refuse(name, 'unreadable')
    else {
      const taken = await send({ file, besides: besidesOf.get(file) ?? [] }, signal)
      if (!taken) return 'disconnected'
      if (taken.outcome === 'busy') return 'busy'
      if (taken.outcome === 'failed') return taken.failure
      if (taken.outcome === 'refused') refuse(name, taken.why === 'too_large' ? 'is_large' : taken.why)
      else
        store.setState(({ done, ...counts }) => ({
          done: done + 1,
          [taken.outcome]: counts[taken.outcome as 'added' | 'known'] + 1,
        }))
    }
    return null
  }

  return {
    store,
    async start() {
      turn.abort()
      turn = new AbortController()
      const { signal } = turn
      store.setState(begun)
      for (const one of given) {
        const failure = await take(one, signal)
        if (signal.aborted) return
        if (failure !== null) return store.setState({ state: 'failed', failure })
      }
      store.setState({ state: 'done' })
    },
    cancel() {
      turn.abort()
      if (store.getState().state === 'running') store.setState({ state: 'cancelled' })
    },
  }
}

/** The sidecars of each file, by the names that they have in a folder: with its ending and theirs, or with theirs alone. */
function besidesAmong(given: readonly GivenFile[]): ReadonlyMap<File, readonly File[]> {
  const files = given.flatMap(({ file }) => file ?? [])
  const sidecars = files.filter(
    ({ name, size }) => /\.(xmp|json|txt)$/i.test(name) && size <= mostBesideBytes,
  )
  return new Map(
    files
      .filter((file) => !isOfText(file))
      .map((file) => {
        const whole = file.name.toLowerCase()
        const stems = [whole, withoutEnding(whole)]
        const own = sidecars.filter(({ name }) => stems.includes(withoutEnding(name.toLowerCase())))
        return [file, own.slice(0, mostBesides)]
      }),
  )
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

/** One that was moved or changed since it was dropped can't be sent, which a request doesn't tell from a lost connection. */
async function areReadable(files: readonly File[]): Promise<boolean> {
  try {
    for (const file of files) await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
