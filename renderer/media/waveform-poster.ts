import { posterLongSide, posterQuality } from './poster-size.ts'

const height = 256
const margin = 28
const barShare = 0.56
const quietest = 2

/** An audio file's thumbnail: its waveform, white on black, so that a page can tint it for its theme. */
export function drawWaveform(peaks: readonly number[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(posterLongSide, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.fillStyle = 'black'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'white'
  const step = (canvas.width - margin * 2) / peaks.length
  for (const [index, peak] of peaks.entries()) {
    const size = Math.max(quietest, peak * (height - margin * 2))
    context.fillRect(margin + index * step, (height - size) / 2, Math.max(1, step * barShare), size)
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
}
