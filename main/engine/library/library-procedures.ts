import { Buffer } from 'node:buffer'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import { readLayoutSlice } from '../../../shared/library/layout-slice.ts'
import { refuse, respond } from '../bridge-result.ts'
import { readCredentials } from '../metadata/credentials.ts'
import type { CredentialsLibrary, XmlReader } from '../metadata/ports.ts'
import type { SubmissionJournal } from '../submissions/ports.ts'
import type { SubmissionViews } from '../submissions/submission-views.ts'
import type { CheckPlace } from './check-place.ts'
import type { Downloads } from './downloads.ts'
import type {
  FileCatalogue,
  FilterValues,
  LayoutSlice,
  LibraryIndex,
  LibraryReader,
  Lineage,
  StoredFile,
  UnseenFiles,
} from './ports.ts'
import type { StoredFiles } from './stored-files.ts'
import type { WordIndexing } from './word-indexing.ts'

export interface LibraryProceduresDeps {
  readonly files: FileCatalogue
  readonly reader: Pick<LibraryReader, 'sum'>
  readonly wordIndexing: Pick<WordIndexing, 'catchUp'>
  readonly index: LibraryIndex
  readonly values: FilterValues
  readonly unseen: UnseenFiles
  readonly journal: Pick<SubmissionJournal, 'get'>
  readonly views: SubmissionViews
  readonly downloads: Downloads
  readonly storedFiles: StoredFiles
  readonly lineage: Lineage
  /** Reads Content Credentials. */
  readonly credentials: CredentialsLibrary
  readonly xml: XmlReader
  readonly checkPlace: CheckPlace
  /** Shows a file of the data folder in the system's file manager; null where the host can't. */
  readonly reveal: ((path: string) => Promise<void>) | null
  /** Begins the system’s drag of files of the data folder, with the thumbnail of the first; null where the host can't. */
  readonly dragOut: ((paths: readonly string[], thumbnail: string | null) => void) | null
}

/** The library's procedures. */
export function createLibraryProcedures({
  files,
  reader,
  wordIndexing,
  index,
  values,
  unseen,
  journal,
  views,
  downloads,
  storedFiles,
  lineage,
  credentials,
  xml,
  checkPlace,
  reveal,
  dragOut,
}: LibraryProceduresDeps) {
  function itemWithRun(fileId: string): ProcedureOutput<'library.item'> | null {
    const item = files.item(fileId)
    const submission = item && journal.get(item.submissionId)
    return item && submission ? { item, submission: views.one(submission) } : null
  }

  return {
    'library.list': ({
      filter,
      ...query
    }: ParsedInput<'library.list'>): BridgeResult<ProcedureOutput<'library.list'>> => {
      const selection = { ...query, filter: readFilter(filter ?? '') }
      if (selection.filter.text.trim() !== '') wordIndexing.catchUp()
      const page = files.list(selection)
      return respond({ ...page, items: [...page.items] })
    },
    async 'library.sum'({
      filter,
      isTrash,
    }: ParsedInput<'library.sum'>): Promise<BridgeResult<ProcedureOutput<'library.sum'>>> {
      const sum = await reader.sum({ filter: readFilter(filter ?? ''), isTrash })
      return respond({ ...sum, costs: [...sum.costs] })
    },
    async 'library.layout'({
      alike,
      items: wanted,
      filter,
      ...query
    }: ParsedInput<'library.layout'>): Promise<BridgeResult<ProcedureOutput<'library.layout'>>> {
      const selection = { ...query, filter: readFilter(filter ?? '') }
      if (selection.filter.text.trim() !== '') wordIndexing.catchUp()
      const slice = alike ? await index.alike(alike) : await index.layout(selection)
      const keys = firstKeys(slice, wanted)
      return respond({
        columns: Buffer.from(slice.columns).toString('base64'),
        days: [...slice.days],
        items: keys.length === 0 ? [] : [...files.entries(keys)],
        nextCursor: slice.nextCursor,
        total: slice.total,
      })
    },
    'library.values': ({
      name,
      text,
      limit,
    }: ParsedInput<'library.values'>): BridgeResult<ProcedureOutput<'library.values'>> =>
      respond({ values: [...values.list(name, text, limit)] }),
    'library.unseen': ({
      before,
      limit,
    }: ParsedInput<'library.unseen'>): BridgeResult<ProcedureOutput<'library.unseen'>> =>
      respond({ files: [...unseen.list(before, limit)] }),
    'library.entries': ({
      keys,
    }: ParsedInput<'library.entries'>): BridgeResult<ProcedureOutput<'library.entries'>> =>
      respond({ items: [...files.entries(keys)] }),
    'library.item'({ fileId }: ParsedInput<'library.item'>): BridgeResult<ProcedureOutput<'library.item'>> {
      const found = itemWithRun(fileId)
      return found ? respond(found) : refuse('not_found', reasonOf('file_not_in_library'))
    },
    'library.items': ({
      fileIds,
    }: ParsedInput<'library.items'>): BridgeResult<ProcedureOutput<'library.items'>> =>
      respond({ items: fileIds.flatMap((fileId) => itemWithRun(fileId) ?? []) }),
    'library.retryForSpace'(): BridgeResult<Record<string, never>> {
      downloads.retryForSpace()
      return respond({})
    },
    async 'library.fetchAgain'({
      fileId,
    }: ParsedInput<'library.fetchAgain'>): Promise<BridgeResult<SubmissionView>> {
      const file = files.find(fileId)
      const submission = file && journal.get(file.submissionId)
      if (!file || !submission) return refuse('not_found', reasonOf('file_unknown'))
      if ((files.item(fileId)?.trashedAt ?? null) !== null)
        return refuse('not_found', reasonOf('file_deleted'))
      // It may be back in its place.
      await checkPlace(fileId)
      if (!files.stored(fileId)) {
        if (files.item(fileId)?.isOnlyHere) return refuse('not_possible_now', reasonOf('file_only_here'))
        files.setWaiting(fileId)
        downloads.retryNow(file)
      }
      return respond(views.one(submission))
    },
    'library.lineage'({
      fileId,
      way,
      after,
    }: ParsedInput<'library.lineage'>): BridgeResult<ProcedureOutput<'library.lineage'>> {
      return respond(way === 'from' ? lineage.from(fileId) : lineage.into(fileId, after))
    },
    async 'library.credentials'({
      fileId,
    }: ParsedInput<'library.credentials'>): Promise<BridgeResult<ProcedureOutput<'library.credentials'>>> {
      const opened = await storedFiles.open(fileId)
      if (opened.type === 'damaged') return refuse('not_found', opened.cause)
      if (opened.type === 'absent') return refuse('not_found', reasonOf('file_not_in_library'))
      const { stored, file } = opened
      try {
        const { mediaType } = stored
        return respond(await readCredentials({ mediaType, source: file }, { library: credentials, xml }))
      } finally {
        await file.close()
      }
    },
    async 'library.dragOut'({
      fileIds,
    }: ParsedInput<'library.dragOut'>): Promise<BridgeResult<ProcedureOutput<'library.dragOut'>>> {
      if (!dragOut) return refuse('not_supported_here', null)
      const here: StoredFile[] = []
      for (const fileId of new Set(fileIds)) {
        const opened = await storedFiles.open(fileId)
        if (opened.type !== 'open') continue
        await opened.file.close()
        here.push(opened.stored)
      }
      const [first] = here
      if (!first) return refuse('not_found', reasonOf('file_not_in_place'))
      dragOut(
        here.map(({ path }) => path),
        first.posterPath,
      )
      return respond({ files: here.length })
    },
    async 'library.reveal'({
      fileId,
    }: ParsedInput<'library.reveal'>): Promise<BridgeResult<Record<string, never>>> {
      if (!reveal) return refuse('not_supported_here', reasonOf('file_not_shown_in_folder'))
      const opened = await storedFiles.open(fileId)
      if (opened.type === 'damaged') return refuse('not_found', opened.cause)
      if (opened.type === 'absent') return refuse('not_found', reasonOf('file_not_in_library'))
      await opened.file.close()
      await reveal(opened.stored.path)
      return respond({})
    },
  }
}

function firstKeys({ columns }: LayoutSlice, count: number): number[] {
  return [...(readLayoutSlice(columns)?.keys.subarray(0, count) ?? [])]
}
