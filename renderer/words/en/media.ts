import type { MediaKind } from '../../../shared/api/media.ts'
import { format } from './format.ts'

const noun: Record<MediaKind, string> = { image: 'Image', video: 'Video', audio: 'Audio' }

export const media = {
  noun: (kind: MediaKind) => noun[kind],
  of: (kind: MediaKind, prompt: string) => (prompt === '' ? noun[kind] : `${noun[kind]}: ${prompt}`),
  pixels: (width: number, height: number) => `${format.number(width)} × ${format.number(height)}`,
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  position: 'Position',
  loop: 'Loop',
  previousFrame: 'Previous frame',
  nextFrame: 'Next frame',
  fullScreen: 'Full screen',
  cannotPlay: 'This file can’t be played here. Download it to open it elsewhere.',
  cannotShow: 'This file can’t be shown here. Download it to open it elsewhere.',
  tooLarge: 'Too large to preview',
  tooLargeOf: (width: number, height: number) =>
    `Too large to preview: ${format.number(width)} × ${format.number(height)}`,
  tooLargeBody:
    'The file is whole, but showing this many pixels takes too much memory. Download it to open it elsewhere.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
