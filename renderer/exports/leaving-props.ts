import type { ExportSubject } from '../actions/collecting.ts'

/** What each dialog for files that leave the library gets. */
export interface LeavingDialogProps {
  readonly subject: ExportSubject
  readonly onClose: () => void
}
