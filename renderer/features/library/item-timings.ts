import type { LibraryItem, SubmissionView } from '../../../shared/bridge/views.ts'

/** When what happened, as far as it is known; a file that was taken in has its own time alone. */
export function timingsOf(item: LibraryItem, submission: SubmissionView | null) {
  const moments = [
    ['submitted', submission?.sentAt],
    ['started', submission?.job?.createdAt],
    ['completed', submission?.job?.completedAt],
    ['downloaded', item.savedAt],
  ] as const
  return moments.flatMap(([name, at]) => (at ? [[name, at] as const] : []))
}
