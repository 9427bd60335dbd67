import { useEffect, useState } from 'react'
import type { UploadProgress } from '../../../../shared/bridge/media-routes.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './upload-note.module.css'

/** Files leave for the service before the run does: how far they are, and the way to stop. */
export function UploadNote() {
  const { inputs } = useWords()
  const { bridge } = useAtelier()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  useEffect(() => bridge.on('inputs.uploading', (news) => setProgress(news.progress)), [bridge])
  if (!progress) return null
  const { name, sentBytes, totalBytes } = progress
  return (
    <div className={styles.note}>
      <p className={styles.title}>{inputs.toService.title(name)}</p>
      <Button onClick={() => void bridge.call('inputs.cancelUploads', {})}>{inputs.toService.stop}</Button>
      <p className={styles.soFar}>{inputs.toService.soFar(sentBytes, totalBytes)}</p>
      <div className={styles.bar}>
        <Progress
          label={inputs.toService.title(name)}
          value={totalBytes > 0 ? sentBytes / totalBytes : null}
        />
      </div>
    </div>
  )
}
