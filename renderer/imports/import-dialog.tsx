import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ImportView } from '../../shared/bridge/import-procedures.ts'
import { importFolderProblems } from '../../shared/library/import-refusals.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { type ImportWords, useImportWords } from '../words/import-words.ts'
import { useWords, type Words } from '../words/words-context.tsx'
import styles from './import-dialog.module.css'
import { ImportProgress } from './import-progress.tsx'
import { createImportStore, type ImportStore } from './import-store.ts'

/** Takes a folder of exported files into the library. */
export function ImportDialog() {
  const { collecting } = useAtelier()
  return useStore(collecting, ({ importing }) => importing) === 'folder' && <OpenDialog />
}

function OpenDialog() {
  const { bridge, collecting } = useAtelier()
  const words = useImportWords()
  const [imports, setImports] = useState<ImportStore | null>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const made = createImportStore(bridge)
    setImports(made)
    return made.close
  }, [bridge])
  const close = () => collecting.setState({ importing: null })
  return (
    imports && (
      <Dialog open onClose={close} title={words.title} firstFocus={first}>
        <Content imports={imports} first={first} onClose={close} />
      </Dialog>
    )
  )
}

interface ContentProps {
  readonly imports: ImportStore
  readonly first: React.RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}

function Content({ imports, first, onClose }: ContentProps) {
  const words = useImportWords()
  const { failures } = useWords()
  const { folder, hasDialog, view, failure } = useStore(imports.store)
  const isChoosing = view === null
  // What had the focus is gone with the other part of the dialog.
  useEffect(() => {
    if (isChoosing) first.current?.focus()
  }, [isChoosing, first])
  if (view) return <FolderProgress imports={imports} view={view} onClose={onClose} />

  function submit(event: FormEvent) {
    event.preventDefault()
    void imports.start()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.line}>
        <TextInput
          ref={first}
          aria-label={words.path}
          placeholder={words.path}
          maxLength={4_096}
          value={folder}
          onChange={imports.setFolder}
        />
        {hasDialog && (
          <Button type="button" onClick={() => void imports.chooseFolder()}>
            {words.choose}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{words.hint}</p>
      {failure && (
        <p role="alert" className={styles.problem}>
          {failure.code === 'not_possible_now' ? words.busy : failures.sentence(failure)}
        </p>
      )}
      <footer className={styles.actions}>
        <Button type="button" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={folder.trim() === ''}>
          {words.start}
        </Button>
      </footer>
    </form>
  )
}

interface FolderProgressProps {
  readonly imports: ImportStore
  readonly view: ImportView
  readonly onClose: () => void
}

function FolderProgress({ imports, view, onClose }: FolderProgressProps) {
  const words = useImportWords()
  const all = useWords()
  const isHopeless = folderProblemOf(view) !== undefined
  const another = { label: words.another, isMain: isHopeless, run: imports.reset }
  const again = { label: words.again, isMain: true, run: () => void imports.again() }
  return (
    <ImportProgress
      view={view}
      text={textOf(view, words, all)}
      hint={words.runningHint}
      ways={view.state === 'failed' && !isHopeless ? [another, again] : [another]}
      onCancel={() => void imports.cancel()}
      onClose={onClose}
      outlastsDialog
    />
  )
}

/** Why the folder itself can’t be taken in: another one can. */
function folderProblemOf({ state, failure }: ImportView) {
  return state === 'failed' ? importFolderProblems.find((known) => known === failure) : undefined
}

function textOf(view: ImportView, words: ImportWords, all: Words): string {
  const { state, failure } = view
  if (state === 'running') return words.running(view)
  if (state === 'done') return words.done(view)
  if (state === 'cancelled' || failure === null) return words.cancelled(view)
  const problem = folderProblemOf(view)
  if (problem) return words.folderProblems[problem](view.folder)
  if (typeof failure === 'string') return words.failed(view, failure)
  const why = failure.code === 'storage' ? words.problems[failure.kind] : all.reasons.sentence(failure)
  return words.failed(view, why)
}
