import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { Subject } from '../../actions/action.ts'
import type { LibraryStore } from './library-store.ts'

interface Shown extends Pick<Subject, 'place' | 'view'> {
  readonly item: LibraryItem
  readonly library: Pick<LibraryStore, 'runOf' | 'reveal'>
  /** Whether the host can show a file in its folder. */
  readonly canReveal: boolean
}

/** A file of the library, for the actions. */
export function subjectOfItem({ item, library, canReveal, place, view }: Shown): Subject {
  const isSaved = item.state === 'saved'
  return {
    id: [place, item.fileId, isSaved].join(' '),
    place,
    kind: item.kind,
    prompt: item.prompt,
    file: isSaved ? item : null,
    readOrigin: () => library.runOf(item.fileId),
    view,
    queued: null,
    reveal: canReveal ? library.reveal : null,
  }
}
