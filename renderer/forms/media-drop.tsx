import { ImagePlus, Link2, type LucideIcon, Music, Video } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './media-drop.module.css'
import { UrlEntry } from './url-entry.tsx'
import { useMediaIntake } from './use-media-intake.ts'

const icons: Record<MediaKind, LucideIcon> = { image: ImagePlus, video: Video, audio: Music }

interface MediaDropProps {
  readonly kind: MediaKind
  readonly label: string
  readonly controlId?: string
  /** More than one at once. */
  readonly many: boolean
  readonly invalid: boolean
  readonly onTake: (values: string[]) => void
}

/** Where media come in: dropped, pasted, chosen from disk, or as a URL. */
export function MediaDrop({ kind, label, controlId, many, invalid, onTake }: MediaDropProps) {
  const { fields } = useWords()
  const intake = useMediaIntake({ kind, many, onTake })
  const [writesUrl, setWritesUrl] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const Icon = icons[kind]
  const add = many ? fields.media.addMany(kind) : fields.media.add(kind)
  const idle = intake.over ? fields.media.dropHere : add
  const shown = intake.busy === null ? idle : fields.media.uploading(intake.busy)
  return (
    <div>
      <div
        className={joinClasses(styles.zone, intake.over && styles.over, invalid && styles.invalid)}
        {...intake.dropping}
      >
        <button
          type="button"
          id={controlId}
          className={styles.choose}
          disabled={intake.busy !== null}
          aria-label={`${label}: ${shown}`}
          title={many ? fields.media.dropMany(kind) : fields.media.drop(kind)}
          onPaste={intake.paste}
          onClick={() => chooser.current?.click()}
        >
          <Icon className={styles.icon} aria-hidden="true" />
          <span className={styles.words}>{shown}</span>
        </button>
        <IconButton
          label={fields.media.urlOf(label)}
          icon={<Link2 />}
          aria-expanded={writesUrl}
          onClick={() => setWritesUrl(!writesUrl)}
        />
      </div>
      {writesUrl && (
        <UrlEntry
          label={fields.media.urlOf(label)}
          onUse={(url) => intake.takeUrl(url) && setWritesUrl(false)}
        />
      )}
      {intake.refusal && (
        <p role="alert" className={styles.refusal}>
          {intake.refusal}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        accept={`${kind}/*`}
        multiple={many}
        onChange={(event) => {
          void intake.takeFiles(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
