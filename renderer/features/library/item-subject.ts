import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import type { Subject } from '../../actions/action.ts'
import { type LibraryStore, noFilter } from './library-store.ts'

/** Reads what is selected, where not all of it is known. */
interface Readers extends Pick<Subject, 'readFound' | 'readSheets'> {
  readonly readFiles?: (() => Promise<readonly FileView[]>) | null
}

interface Shown extends Pick<Subject, 'place' | 'view'>, Readers {
  readonly item: LibraryItem
  readonly library: Pick<LibraryStore, 'store' | 'runOf' | 'reveal' | 'askPurge' | 'filter' | 'besideOf'>
  /** Whether the host can show a file in its folder. */
  readonly canReveal: boolean
  /** The files that are selected with it; absent: the file alone. */
  readonly files?: readonly FileView[]
  readonly advance?: () => void
  /** Shows the file again, where another is open by now. */
  readonly retreat?: (item: LibraryItem) => void
  /** Back to the grid, where it is shown in another place. */
  readonly leave?: () => void
}

export function readersOf(
  library: Pick<LibraryStore, 'selectedFiles' | 'selectedFound' | 'selectedSheets'>,
): Readers {
  const { selectedFiles, selectedFound, selectedSheets } = library
  return { readFiles: selectedFiles, readFound: selectedFound, readSheets: selectedSheets }
}

/** A file of the library, for the actions. */
export function subjectOfItem({
  item,
  library,
  canReveal,
  place,
  view,
  files = [],
  readFiles = null,
  readFound = null,
  readSheets = null,
  advance,
  retreat,
  leave,
}: Shown): Subject {
  const isSaved = item.state === 'saved'
  function alikeTo(): void {
    leave?.()
    library.filter({ ...noFilter, alike: { fileId: item.fileId, by: 'look' } })
  }

  // A contact sheet’s entry is marked file by file, where its files are seen; open, a file of it is itself.
  const isTile = place === 'grid' && item.sheet !== null
  const own = files.length > 0 ? files : isTile ? [] : [item]
  return {
    id: [place, item.fileId, item.state].join(' '),
    place,
    kind: item.kind,
    prompt: item.prompt,
    file: isSaved ? item : null,
    files: own,
    readFiles,
    readFound,
    readSheets,
    downloads: item.trashedAt !== null ? [] : own,
    standing: standingOf(item),
    askPurge: library.askPurge,
    batchId: isTile ? (item.sheet?.batchId ?? null) : null,
    advance: advance ?? null,
    retreat: retreat && (() => retreat(item)),
    collectionId: library.store.getState().collectionId,
    readOrigin: () => library.runOf(item.fileId),
    view,
    queued: null,
    beside: () => library.besideOf(item),
    reveal: canReveal ? library.reveal : null,
    ...(isTile || item.trashedAt !== null || item.kind === 'audio' ? {} : { findAlike: alikeTo }),
  }
}

function standingOf({ state }: LibraryItem): Subject['standing'] {
  return state === 'trashed' ? 'trash' : state === 'deleted' ? 'deleted' : 'library'
}
