import { useStore } from 'zustand'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { usePlacingWords } from '../../../words/placing-words.ts'
import type { MediaStore } from './media-store.ts'
import styles from './upload-note.module.css'

/** An upload before a run: its progress, and a cancel button. */
export function UploadNote({ media }: { readonly media: MediaStore }) {
  const placing = usePlacingWords()
  const progress = useStore(media.store, (state) => state.uploading)
  if (!progress) return null
  const { name, sentBytes, totalBytes } = progress
  return (
    <div className={styles.note}>
      <p className={styles.title}>{placing.toService.title(name)}</p>
      <Button onClick={media.cancelUploads}>{placing.toService.stop}</Button>
      <p className={styles.soFar}>{placing.toService.soFar(sentBytes, totalBytes)}</p>
      <div className={styles.bar}>
        <Progress
          label={placing.toService.title(name)}
          value={totalBytes > 0 ? sentBytes / totalBytes : null}
        />
      </div>
    </div>
  )
}
