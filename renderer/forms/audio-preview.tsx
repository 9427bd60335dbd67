import type { ReactNode } from 'react'
import { useDecodedAudio } from '../media/use-decoded-audio.ts'
import { Waveform } from '../media/waveform.tsx'
import styles from './media-preview.module.css'

interface AudioPreviewProps {
  readonly source: string
  readonly label: string
  readonly otherwise: ReactNode
}

/** An audio file's waveform; `otherwise` where it can't be decoded. */
export function AudioPreview({ source, label, otherwise }: AudioPreviewProps) {
  const decoding = useDecodedAudio(source)
  if (decoding.phase === 'failed') return otherwise
  return (
    <span role="img" aria-label={label} className={styles.audio}>
      {decoding.phase === 'ready' && <Waveform peaks={decoding.audio.peaks} played={0} />}
    </span>
  )
}
