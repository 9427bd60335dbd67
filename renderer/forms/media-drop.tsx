import { ImagePlus, Link2, type LucideIcon, Music, Video } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './media-drop.module.css'
import { useInputUpload } from './use-input-upload.ts'

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
  const { busy, refusal, refuse, take } = useInputUpload(kind)
  const [over, setOver] = useState(false)
  const [writesUrl, setWritesUrl] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const Icon = icons[kind]

  async function takeFiles(files: FileList | null) {
    const chosen = [...(files ?? [])].slice(0, many ? undefined : 1)
    if (chosen.length === 0) return
    const values = await take(chosen)
    if (values.length > 0) onTake(values)
  }

  function takeUrl(text: string): boolean {
    const url = text.trim()
    if (!isWebUrl(url)) {
      refuse(fields.media.notAnUrl)
      return false
    }
    refuse(null)
    onTake([url])
    return true
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const url = event.dataTransfer.getData('text/uri-list').split('\n')[0] ?? ''
    if (event.dataTransfer.files.length > 0) void takeFiles(event.dataTransfer.files)
    else if (url !== '') takeUrl(url)
  }

  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length > 0) void takeFiles(event.clipboardData.files)
    else takeUrl(event.clipboardData.getData('text/plain'))
    event.preventDefault()
  }

  const invitation = many ? fields.media.dropMany(kind) : fields.media.drop(kind)
  const add = many ? fields.media.addMany(kind) : fields.media.add(kind)
  const shown = busy !== null ? fields.media.uploading(busy) : over ? fields.media.dropHere : add
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zone only adds dropping to the button inside. */}
      <div
        className={joinClasses(styles.zone, over && styles.over, invalid && styles.invalid)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <button
          type="button"
          id={controlId}
          className={styles.choose}
          disabled={busy !== null}
          aria-label={`${label}: ${shown}`}
          title={invitation}
          onPaste={paste}
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
        <UrlEntry label={fields.media.urlOf(label)} onUse={(url) => takeUrl(url) && setWritesUrl(false)} />
      )}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
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
          void takeFiles(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function UrlEntry({ label, onUse }: { readonly label: string; readonly onUse: (url: string) => void }) {
  const { fields } = useWords()
  const [url, setUrl] = useState('')
  return (
    <div className={styles.url}>
      <TextInput
        autoFocus
        aria-label={label}
        value={url}
        inputMode="url"
        placeholder={fields.media.url}
        onChange={setUrl}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onUse(url)
        }}
      />
      <Button disabled={url.trim() === ''} onClick={() => onUse(url)}>
        {fields.media.useUrl}
      </Button>
    </div>
  )
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}
