import { type RefObject, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { nameTokens, unknownTokens } from '../../shared/library/export-choices.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Segmented } from '../ui/segmented.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useExportWords } from '../words/export-words.ts'
import { useWords } from '../words/words-context.tsx'
import { DialogField } from './dialog-field.tsx'
import styles from './export-dialog.module.css'
import type { ExportStore } from './export-store.ts'
import { FolderField } from './folder-field.tsx'

const ways = ['embed', 'sidecar', 'unchanged'] as const
const provenanceWays = ['keep', 'embed'] as const

interface ExportFormProps {
  readonly exports: ExportStore
  readonly first: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}

export function ExportForm({ exports, first, onClose }: ExportFormProps) {
  const words = useExportWords()
  const { failures } = useWords()
  const { choices, isZip, folder, hasDialog, look, failure, isBusy } = useStore(exports.store)
  if (!choices) return <p className={styles.hint}>{failure ? failures.sentence(failure) : words.reading}</p>
  /** What is said of their Content Credentials says why these have theirs beside them. */
  const signed = choices.provenance === 'keep' ? (look?.provenance ?? 0) : 0
  const unwritable = (look?.sidecars ?? 0) - signed
  const isReady = choices.template.trim() !== '' && (isZip || folder.trim() !== '') && look?.files !== 0
  return (
    <>
      <NameField exports={exports} first={first} />
      <FolderField
        isZip={isZip}
        onZip={exports.setZip}
        folder={folder}
        onFolder={exports.setFolder}
        onChoose={hasDialog ? () => void exports.chooseFolder() : null}
      />
      <DialogField label={words.metadata}>
        <Segmented
          label={words.metadata}
          options={ways.map((value) => ({ value, label: words.ways[value] }))}
          value={choices.metadata}
          onChange={(metadata) => exports.change({ metadata })}
        />
        <p className={styles.hint}>{words.wayHints[choices.metadata]}</p>
        {choices.metadata === 'embed' && unwritable > 0 && (
          <p className={styles.hint}>{words.sidecars(unwritable)}</p>
        )}
      </DialogField>
      {choices.metadata === 'embed' && look && look.provenance > 0 && (
        <DialogField label={words.provenance}>
          <Segmented
            label={words.provenance}
            options={provenanceWays.map((value) => ({ value, label: words.provenanceWays[value] }))}
            value={choices.provenance}
            onChange={(provenance) => exports.change({ provenance })}
          />
          <p className={styles.hint}>{words.provenanceHint(look)}</p>
        </DialogField>
      )}
      {choices.metadata !== 'unchanged' && (
        <DialogField label={words.writer}>
          <TextInput
            aria-label={words.writer}
            maxLength={200}
            value={choices.writer}
            onChange={(writer) => exports.change({ writer })}
          />
          <p className={styles.hint}>{words.writerHint}</p>
        </DialogField>
      )}
      {look && look.left.count > 0 && (
        <p className={joinClasses(styles.hint, styles.problem)}>{words.left(look.left)}</p>
      )}
      {failure && (
        <p role="alert" className={joinClasses(styles.hint, styles.problem)}>
          {failure.code === 'not_possible_now' ? words.busy : failures.sentence(failure)}
        </p>
      )}
      <footer className={styles.actions}>
        <span className={styles.total}>{look ? words.total(look) : words.reading}</span>
        <Button type="button" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={!isReady || isBusy} focusableWhenDisabled>
          {words.export}
        </Button>
      </footer>
    </>
  )
}

/** The template, with its parts to insert where the cursor is, and the first name that it makes. */
function NameField({ exports, first }: Pick<ExportFormProps, 'exports' | 'first'>) {
  const words = useExportWords()
  const { choices, look } = useStore(exports.store)
  const cursor = useRef<number | null>(null)
  const exampleId = useId()
  const unknownId = useId()
  const template = choices?.template ?? ''
  const unknown = unknownTokens(template)

  function insert(token: string) {
    const at = cursor.current ?? template.length
    exports.change({ template: `${template.slice(0, at)}{${token}}${template.slice(at)}`.slice(0, 200) })
    cursor.current = at + token.length + 2
  }

  return (
    <DialogField label={words.template}>
      <TextInput
        ref={first}
        aria-label={words.template}
        aria-describedby={unknown.length > 0 ? `${unknownId} ${exampleId}` : exampleId}
        maxLength={200}
        value={template}
        onSelect={(event) => {
          cursor.current = event.currentTarget.selectionStart
        }}
        onChange={(next) => exports.change({ template: next })}
      />
      <fieldset className={styles.tokens} aria-label={words.tokens}>
        {nameTokens.map((token) => (
          <button key={token} type="button" className={styles.token} onClick={() => insert(token)}>
            {`{${token}}`}
          </button>
        ))}
      </fieldset>
      {unknown.length > 0 && (
        <p id={unknownId} className={joinClasses(styles.hint, styles.problem)}>
          {words.unknownTokens(unknown)}
        </p>
      )}
      <p id={exampleId} className={styles.hint}>
        {look?.example ? words.example(look.example) : words.reading}
      </p>
    </DialogField>
  )
}
