import { useId } from 'react'
import styles from './waveform.module.css'

interface WaveformProps {
  readonly peaks: readonly number[]
  /** The played fraction, 0 to 1. */
  readonly played: number
}

const height = 100
const barWidth = 0.56
const quietest = 2

/** The loudness of an audio file over time, as bars; the played part is highlighted. */
export function Waveform({ peaks, played }: WaveformProps) {
  const clip = useId()
  const bars = barsOf(peaks)
  return (
    <svg
      className={styles.waveform}
      viewBox={`0 0 ${peaks.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect x="0" y="0" width={peaks.length * played} height={height} />
      </clipPath>
      <path d={bars} className={styles.ahead} />
      <path d={bars} className={styles.played} clipPath={`url(#${clip})`} />
    </svg>
  )
}

function barsOf(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const size = Math.max(quietest, peak * height)
      const left = index + (1 - barWidth) / 2
      return `M${left} ${(height - size) / 2}h${barWidth}v${size}h${-barWidth}z`
    })
    .join('')
}
