import { FilePlus, ImagePlus, Images, Link2, type LucideIcon, Music, Video } from 'lucide-react'
import { useRef, useState } from 'react'
import { type MediaKind, mediaKinds } from '../../shared/api/media.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { useWords } from '../words/words-context.tsx'
import { IntakeRefusals } from './intake-refusals.tsx'
import styles from './media-drop.module.css'
import { PendingInputs } from './pending-inputs.tsx'
import { UrlEntry } from './url-entry.tsx'
import { type MediaIntake, useDropZone } from './use-media-intake.ts'

const LibraryPicker = dialogOnDemand(async () => (await import('./library-picker.tsx')).LibraryPicker)

const icons: Record<FieldMedium, LucideIcon> = {
  image: ImagePlus,
  video: Video,
  audio: Music,
  any: FilePlus,
  file: FilePlus,
}

interface MediaDropProps {
  readonly kind: FieldMedium
  readonly label: string
  readonly controlId?: string
  readonly intake: MediaIntake
  /** More than one at once. */
  readonly many: boolean
  /** How many more there is room for; null where unlimited. */
  readonly room: number | null
  readonly invalid: boolean
  readonly problemId?: string | undefined
}

/** Adds media: by drop, paste, file chooser, library, or URL. */
export function MediaDrop(props: MediaDropProps) {
  const { kind, label, controlId, intake, many, room, invalid, problemId } = props
  const { inputs } = useWords()
  const { over, zone } = useDropZone(intake.bring)
  const [opened, setOpened] = useState<'url' | 'library' | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const Icon = icons[kind]
  const shown = over ? inputs.dropHere : many ? inputs.addMany(kind) : inputs.add(kind)
  const isFull = room === 0
  return (
    <div className={styles.drop}>
      <PendingInputs pending={intake.pending} onCancel={intake.cancel} />
      {!isFull && (
        <div
          className={joinClasses(styles.zone, over && styles.over, invalid && styles.invalid)}
          data-drop-zone=""
          data-kind={kind}
          onPaste={intake.paste}
          {...zone}
        >
          <button
            type="button"
            id={controlId}
            className={styles.choose}
            aria-label={`${label}: ${shown}`}
            aria-invalid={invalid || undefined}
            aria-describedby={problemId}
            title={many ? inputs.waysMany(kind) : inputs.ways(kind)}
            data-add=""
            onClick={() => chooser.current?.click()}
          >
            <Icon className={styles.icon} aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.long}>{shown}</span>
              <span className={styles.short}>{over ? inputs.dropHere : inputs.addShort}</span>
            </span>
          </button>
          <IconButton
            label={inputs.fromLibrary(label)}
            icon={<Images />}
            aria-haspopup="dialog"
            onClick={() => setOpened('library')}
          />
          {!intake.isFileOnly && (
            <IconButton
              label={inputs.urlOf(label)}
              icon={<Link2 />}
              aria-expanded={opened === 'url'}
              onClick={() => setOpened(opened === 'url' ? null : 'url')}
            />
          )}
        </div>
      )}
      {opened === 'url' && !isFull && (
        <UrlEntry
          label={inputs.urlOf(label)}
          maximum={intake.urlMaxLength}
          onLeave={intake.leaveUrl}
          onClose={() => setOpened(null)}
          onUse={(url) => {
            intake.bring([{ type: 'url', url }])
            setOpened(null)
          }}
        />
      )}
      <IntakeRefusals refusals={intake.refusals} onDismiss={intake.dismiss} />
      <FileChooser
        chooser={chooser}
        kind={kind}
        takesHeic={intake.takesHeic}
        many={many}
        onFiles={intake.bringFiles}
      />
      <LibraryPicker
        wanted={opened === 'library'}
        onCancel={() => setOpened(null)}
        open={opened === 'library'}
        kind={kind}
        room={many ? room : 1}
        onClose={() => setOpened(null)}
        onChoose={(fileIds) => intake.bring(fileIds.map((fileId) => ({ type: 'library', fileId })))}
      />
    </div>
  )
}

interface FileChooserProps {
  readonly chooser: React.Ref<HTMLInputElement>
  readonly kind: FieldMedium
  readonly takesHeic: boolean
  readonly many: boolean
  readonly onFiles: (files: FileList | null) => void
}

/** File extensions for which systems know no media type of this kind. */
const moreEndings: Record<MediaKind, string> = { image: '.avif', video: '.mov,.webm', audio: '.flac,.m4a' }

function acceptedBy(medium: FieldMedium, takesHeic: boolean): string | undefined {
  if (medium === 'file') return undefined
  const kinds = mediaKinds.filter((kind) => medium === 'any' || kind === medium)
  const types = kinds.map((kind) => `${kind}/*,${moreEndings[kind]}`)
  return [...types, ...(takesHeic ? ['.heic,.heif'] : [])].join()
}

/** The system's file chooser, behind a button. */
export function FileChooser({ chooser, kind, takesHeic, many, onFiles }: FileChooserProps) {
  return (
    <input
      ref={chooser}
      type="file"
      hidden
      tabIndex={-1}
      aria-hidden="true"
      accept={acceptedBy(kind, takesHeic)}
      multiple={many}
      onChange={(event) => {
        onFiles(event.currentTarget.files)
        event.currentTarget.value = ''
      }}
    />
  )
}
