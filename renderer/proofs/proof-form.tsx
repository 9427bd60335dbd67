import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { proofDetails } from '../../shared/library/proof-bounds.ts'
import { DialogField } from '../exports/dialog-field.tsx'
import styles from '../exports/export-dialog.module.css'
import { FolderField } from '../exports/folder-field.tsx'
import { Toggles } from '../exports/toggles.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Progress } from '../ui/progress.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useExportWords } from '../words/export-words.ts'
import { useProofWords } from '../words/proof-words.ts'
import { useWords } from '../words/words-context.tsx'
import type { ProofStore } from './proof-store.ts'

const sizes = ['reduced', 'original'] as const
const longestTitle = 100

interface ProofFormProps {
  readonly proof: ProofStore
  readonly first: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}

export function ProofForm({ proof, first, onClose }: ProofFormProps) {
  const words = useProofWords()
  const exportWords = useExportWords()
  const { failures } = useWords()
  const { files, choices, isZip, hasDialog, reduced, failure, isBusy } = useStore(proof.store)
  const total = files?.length ?? 0
  const isReducing = reduced !== null
  const isReady = total > 0 && choices.title.trim() !== '' && (isZip || choices.folder.trim() !== '')
  return (
    <>
      <DialogField label={words.name}>
        <TextInput
          ref={first}
          aria-label={words.name}
          maxLength={longestTitle}
          value={choices.title}
          onChange={(title) => proof.change({ title })}
        />
      </DialogField>
      <DialogField label={words.size}>
        <Segmented
          label={words.size}
          options={sizes.map((value) => ({ value, label: words.sizes[value] }))}
          value={choices.size}
          onChange={(size) => proof.change({ size })}
        />
        <p className={styles.hint}>{words.sizeHints[choices.size]}</p>
      </DialogField>
      <DialogField label={words.shows}>
        <Toggles
          label={words.shows}
          options={proofDetails.map((value) => ({ value, label: words.detailNames[value] }))}
          chosen={choices.shows}
          onChange={(shows) => proof.change({ shows: [...shows] })}
        />
        <p className={styles.hint}>{words.showsHint}</p>
      </DialogField>
      <FolderField
        isZip={isZip}
        onZip={proof.setZip}
        folder={choices.folder}
        onFolder={(folder) => proof.change({ folder })}
        onChoose={hasDialog ? () => void proof.chooseFolder() : null}
      />
      {failure && (
        <p role="alert" className={joinClasses(styles.hint, styles.problem)}>
          {failure.code === 'not_possible_now' ? exportWords.busy : failures.sentence(failure)}
        </p>
      )}
      {total === 0 && <p className={styles.hint}>{exportWords.nothing}</p>}
      {isReducing && <Progress label={words.reducing(reduced, total)} value={reduced / total} />}
      <footer className={styles.actions}>
        <span role="status" className={styles.total}>
          {isReducing && words.reducing(reduced, total)}
        </span>
        <Button type="button" onClick={isReducing ? () => void proof.cancel() : onClose}>
          {exportWords.cancel}
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={!isReady || isReducing || isBusy}
          focusableWhenDisabled
        >
          {words.make}
        </Button>
      </footer>
    </>
  )
}
