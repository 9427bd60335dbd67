import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { archiveRoute } from '../../shared/bridge/media-routes.ts'
import { useActionDeps } from '../actions/use-actions.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useExportWords } from '../words/export-words.ts'
import styles from './export-dialog.module.css'
import { ExportForm } from './export-form.tsx'
import { ExportProgress } from './export-progress.tsx'
import { createExportStore, type ExportStore } from './export-store.ts'
import type { LeavingDialogProps } from './leaving-props.ts'

/** Exports files into a folder or a ZIP, with their metadata and under names by a template. */
export function ExportDialog({ subject, onClose }: LeavingDialogProps) {
  const { bridge } = useAtelier()
  const [exports, setExports] = useState<ExportStore | null>(null)
  useEffect(() => {
    const made = createExportStore(bridge, subject)
    setExports(made)
    return made.close
  }, [bridge, subject])
  return exports && <Shown exports={exports} onClose={onClose} />
}

interface ShownProps {
  readonly exports: ExportStore
  readonly onClose: () => void
}

function Shown({ exports, onClose }: ShownProps) {
  const words = useExportWords()
  const { tools, notify } = useActionDeps()
  const { choices, failure, look, view } = useStore(exports.store)
  const first = useRef<HTMLInputElement>(null)
  const formId = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const packed = await exports.start()
    if (!packed) return
    if (packed.ticket === null) return notify(words.nothing, 'danger')
    tools.save(archiveRoute(packed.ticket))
    notify(words.zipped(packed.files))
    onClose()
  }

  // It opens with its fields, so that the first of them has the focus.
  const isReady = choices !== null || failure !== null
  return (
    <Dialog open={isReady} onClose={onClose} title={words.title(look?.files ?? null)} firstFocus={first}>
      {view ? (
        <ExportProgress exports={exports} view={view} onClose={onClose} />
      ) : (
        <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)}>
          <ExportForm exports={exports} first={first} onClose={onClose} />
        </form>
      )}
    </Dialog>
  )
}
