import { File, FileX2, Image, ImageOff, Link2, type LucideIcon, Music, Video } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { InputKind } from '../../shared/api/media.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { type InputView, inputRoute } from '../../shared/bridge/media-routes.ts'
import { isHeic } from '../../shared/form/heic.ts'
import { readInputReference } from '../../shared/form/input-reference.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { partOnDemand } from '../ui/on-demand.tsx'
import { useWords, type Words } from '../words/words-context.tsx'
import { useInput } from './intake-context.tsx'
import styles from './media-preview.module.css'

interface MediaPreviewProps {
  readonly kind: FieldMedium
  readonly value: unknown
  readonly alt: string
}

const AudioPreview = partOnDemand(async () => (await import('./audio-preview.tsx')).AudioPreview)

const icons: Record<InputKind, LucideIcon> = { image: Image, video: Video, audio: Music, other: File }
/** Decoding an audio file takes ten times its bytes: a longer one is only named. */
const decodedMaxBytes = 24 * 1024 * 1024

/** A small preview of a media value; one elsewhere on the web is named, not loaded. */
export function MediaPreview({ kind: wanted, value, alt }: MediaPreviewProps) {
  const { inputs, media } = useWords()
  const input = useInput(value)
  const [broken, setBroken] = useState(false)
  const sha256 = readInputReference(value)
  if (sha256 === null) {
    return (
      <Named icon={<Link2 />} title={String(value)}>
        {hostOf(value)}
      </Named>
    )
  }
  if (input === null) return <Named icon={<FileX2 />}>{inputs.missing}</Named>
  const source = inputRoute(sha256)
  const kind = wanted === 'any' || wanted === 'file' || input?.kind === 'other' ? input?.kind : wanted
  const Icon = kind === undefined ? File : icons[kind]
  const named = (
    <Named icon={<Icon />} title={input?.name}>
      {input?.name}
    </Named>
  )
  if (input && isTooLargeToShow(input))
    return (
      <Named icon={<ImageOff />} title={input.name}>
        {media.tooLarge}
      </Named>
    )
  if (input && isHeic(input.mediaType))
    return (
      <Named icon={<ImageOff />} title={input.name}>
        {inputs.heic}
      </Named>
    )
  if (broken || kind === 'other') return named
  if (kind === 'image')
    return (
      <img
        className={styles.media}
        src={source}
        alt={alt}
        draggable={false}
        onError={() => setBroken(true)}
      />
    )
  if (kind === 'video') return <VideoPreview source={source} label={alt} onBroken={() => setBroken(true)} />
  if (!input || kind !== 'audio' || input.bytes > decodedMaxBytes) return named
  return <AudioPreview source={source} label={alt} otherwise={named} />
}

interface NamedProps {
  readonly icon: ReactNode
  readonly title?: string | undefined
  readonly children: ReactNode
}

function Named({ icon, title, children }: NamedProps) {
  return (
    <span data-verbatim className={styles.tile} title={title}>
      <span aria-hidden="true">{icon}</span>
      <span className={styles.name}>{children}</span>
    </span>
  )
}

interface VideoPreviewProps {
  readonly source: string
  readonly label: string
  readonly onBroken: () => void
}

/** The first frame; it plays on hover. */
function VideoPreview({ source, label, onBroken }: VideoPreviewProps) {
  return (
    <video
      className={styles.media}
      src={source}
      aria-label={label}
      muted
      loop
      playsInline
      preload="metadata"
      onPointerEnter={(event) => void event.currentTarget.play().catch(() => {})}
      onPointerLeave={(event) => {
        event.currentTarget.pause()
        event.currentTarget.currentTime = 0
      }}
      onError={onBroken}
    />
  )
}

/** A media value in words: its name, its size or duration, its bytes; for a URL its name and host. */
export function describeMedia(
  value: unknown,
  input: InputView | null | undefined,
  { inputs }: Words,
): string {
  if (input === null) return inputs.missing
  if (input === undefined) return readInputReference(value) === null ? placeOf(value) : ''
  const { width, height, durationSeconds, bytes, name, mediaType } = input
  const format = isHeic(mediaType) ? inputs.heic : null
  const pixels = width && height ? inputs.about.pixels(width, height) : null
  const seconds = durationSeconds ? inputs.about.seconds(durationSeconds) : null
  return [name, format, pixels, seconds, inputs.about.bytes(bytes)].filter(Boolean).join(' · ')
}

function placeOf(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) return ''
  const { host, pathname } = new URL(value)
  const name = pathname.split('/').at(-1)
  return name ? `${name} · ${host}` : host
}

function hostOf(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).host : ''
}
