import { ChangesDialog, type ChangesDialogProps } from './changes/changes-dialog.tsx'
import { RunNotices } from './runs/run-notices.tsx'
import type { RunsStore } from './runs/runs-store.ts'

interface PageNotesProps {
  readonly page: ChangesDialogProps['page'] & { readonly runs: RunsStore }
}

/** What Create tells on every screen: ended runs, and what the service changed. */
export function PageNotes({ page }: PageNotesProps) {
  return (
    <>
      <RunNotices runs={page.runs} />
      <ChangesDialog page={page} />
    </>
  )
}
