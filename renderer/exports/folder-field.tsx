import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useExportWords } from '../words/export-words.ts'
import { DialogField } from './dialog-field.tsx'
import styles from './export-dialog.module.css'

interface FolderFieldProps {
  readonly isZip: boolean
  readonly onZip: (isZip: boolean) => void
  readonly folder: string
  readonly onFolder: (folder: string) => void
  /** Opens the host’s own dialog; null where it has none. */
  readonly onChoose: (() => void) | null
}

/** Where files go: one ZIP, or a folder by its path. */
export function FolderField({ isZip, onZip, folder, onFolder, onChoose }: FolderFieldProps) {
  const words = useExportWords()
  return (
    <DialogField label={words.to}>
      <Segmented
        label={words.to}
        options={[
          { value: true, label: words.zip },
          { value: false, label: words.folder },
        ]}
        value={isZip}
        onChange={onZip}
      />
      {!isZip && (
        <>
          <div className={styles.line}>
            <TextInput
              aria-label={words.path}
              placeholder={words.path}
              maxLength={4_096}
              value={folder}
              onChange={onFolder}
            />
            {onChoose && (
              <Button type="button" onClick={onChoose}>
                {words.choose}
              </Button>
            )}
          </div>
          <p className={styles.hint}>{words.pathHint}</p>
        </>
      )}
    </DialogField>
  )
}
