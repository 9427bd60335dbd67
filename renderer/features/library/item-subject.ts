import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import type { FoundFiles, Subject } from '../../actions/action.ts'
import { type LibraryStore, noFilter } from './library-store.ts'

interface Shown extends Pick<Subject, 'place' | 'view'> {
  readonly item: LibraryItem
  readonly library: Pick<LibraryStore, 'store' | 'runOf' | 'reveal' | 'askPurge' | 'filter' | 'besideOf'>
  /** Whether the host can show a file in its folder. */
  readonly canReveal: boolean
  /** The files that are selected with it; absent: the file alone. */
  readonly files?: readonly FileView[]
  /** Reads all of those, where not all are known. */
  readonly readFiles?: (() => Promise<readonly FileView[]>) | null
  readonly readFound?: (() => FoundFiles | null) | null
  readonly advance?: () => void
  /** Back to the grid, where it is shown in another place. */
  readonly leave?: () => void
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
  advance,
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
    downloads: item.trashedAt !== null ? [] : own,
    standing: standingOf(item),
    askPurge: library.askPurge,
    batchId: isTile ? (item.sheet?.batchId ?? null) : null,
    advance: advance ?? null,
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
