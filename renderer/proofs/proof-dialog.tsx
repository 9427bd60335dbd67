import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { archiveRoute } from '../../shared/bridge/media-routes.ts'
import exportStyles from '../exports/export-dialog.module.css'
import { ExportProgress } from '../exports/export-progress.tsx'
import type { LeavingDialogProps } from '../exports/leaving-props.ts'
import { saveFile } from '../media/save-file.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNotify } from '../ui/toaster.tsx'
import { useExportWords } from '../words/export-words.ts'
import { useProofWords } from '../words/proof-words.ts'
import { ProofForm } from './proof-form.tsx'
import { createProofStore, type ProofStore } from './proof-store.ts'
import { reduceImage } from './reduce-image.ts'

/** Makes a page of files that a client opens offline, judges them on, and sends a reply from. */
export function ProofDialog({ subject, onClose }: LeavingDialogProps) {
  const { bridge, sessionHeaders } = useAtelier()
  const words = useProofWords()
  const [proof, setProof] = useState<ProofStore | null>(null)
  useEffect(() => {
    const made = createProofStore(bridge, subject, {
      words: words.page,
      title: words.defaultName(new Date().toISOString().slice(0, 10)),
      reduce: (fileId) => reduceImage(fileId, sessionHeaders()),
    })
    setProof(made)
    return made.close
  }, [bridge, sessionHeaders, subject, words])
  return proof && <Shown proof={proof} onClose={onClose} />
}

interface ShownProps {
  readonly proof: ProofStore
  readonly onClose: () => void
}

function Shown({ proof, onClose }: ShownProps) {
  const words = useProofWords()
  const exportWords = useExportWords()
  const notify = useNotify()
  const { files, view } = useStore(proof.store)
  const first = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const packed = await proof.start()
    if (!packed) return
    if (packed.ticket === null) return notify(exportWords.nothing, 'danger')
    saveFile(archiveRoute(packed.ticket))
    notify(exportWords.zipped(packed.files))
    onClose()
  }

  return (
    <Dialog
      open={files !== null}
      onClose={onClose}
      title={words.title(files?.length ?? null)}
      description={words.intro}
      firstFocus={first}
    >
      {view ? (
        <ExportProgress exports={proof} view={view} cancelled={words.cancelled} onClose={onClose} />
      ) : (
        <form className={exportStyles.form} onSubmit={(event) => void submit(event)}>
          <ProofForm proof={proof} first={first} onClose={onClose} />
        </form>
      )}
    </Dialog>
  )
}
