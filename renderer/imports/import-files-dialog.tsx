import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { GivenFile } from '../actions/collecting.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type ImportWords, useImportWords } from '../words/import-words.ts'
import { useWords, type Words } from '../words/words-context.tsx'
import { createFilesImport, type FilesImportState } from './files-import.ts'
import { ImportProgress, type WayOn } from './import-progress.tsx'
import { sendFile } from './send-file.ts'

/** Takes files that were dropped on the library into it. */
export function ImportFilesDialog() {
  const { collecting } = useAtelier()
  const importing = useStore(collecting, (state) => state.importing)
  return importing !== null && typeof importing === 'object' && <OpenDialog given={importing} />
}

/** Its folder is the way. */
const asksForFolder: readonly string[] = ['is_folder', 'is_settings', 'is_large']

function OpenDialog({ given }: { readonly given: readonly GivenFile[] }) {
  const { collecting, sessionHeaders } = useAtelier()
  const words = useImportWords()
  const all = useWords()
  const imports = useMemo(
    () => createFilesImport({ given, send: (sent, signal) => sendFile(sent, sessionHeaders(), signal) }),
    [given, sessionHeaders],
  )
  useEffect(() => {
    void imports.start()
    return imports.cancel
  }, [imports])
  const view = useStore(imports.store)
  const close = () => collecting.setState({ importing: null })
  const folder: WayOn = {
    label: words.files.folder,
    isMain: false,
    run: () => collecting.setState({ importing: 'folder' }),
  }
  const again: WayOn = { label: words.again, isMain: true, run: () => void imports.start() }
  const needsFolder = view.refused.files.some(({ why }) => asksForFolder.includes(why))
  return (
    <Dialog open onClose={close} title={words.files.title(given.length)}>
      <ImportProgress
        view={view}
        text={textOf(view, words, all)}
        hint={words.files.runningHint}
        ways={[...(needsFolder ? [folder] : []), ...(view.state === 'failed' ? [again] : [])]}
        onCancel={imports.cancel}
        onClose={close}
        outlastsDialog={false}
      />
    </Dialog>
  )
}

function textOf(view: FilesImportState, words: ImportWords, all: Words): string {
  const { state, failure, added } = view
  if (state === 'running') return words.files.running(view)
  if (state === 'done') return words.done(view)
  return state === 'cancelled' || failure === null
    ? words.files.cancelled(added)
    : words.files.failed(added, whyOf(failure, words, all))
}

function whyOf(failure: NonNullable<FilesImportState['failure']>, words: ImportWords, all: Words): string {
  if (failure === 'busy') return words.files.busy
  if (failure === 'disconnected') return all.failures.sentence({ code: 'disconnected', message: '' })
  if (typeof failure === 'string') return failure
  return failure.code === 'storage' ? words.problems[failure.kind] : all.reasons.sentence(failure)
}
