import type { MediaKind } from '../../../shared/api/media.ts'

const noun: Record<MediaKind, string> = { image: 'Picture', video: 'Film', audio: 'Sound' }

export const media = {
  noun: (kind: MediaKind) => noun[kind],
  of: (kind: MediaKind, prompt: string) => (prompt === '' ? noun[kind] : `${noun[kind]}: ${prompt}`),
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  position: 'Position',
  cannotPlay: 'This file can’t be played here. Download it to open it elsewhere.',
  cannotShow: 'This file can’t be shown here. Download it to open it elsewhere.',
  zoomFitLong: 'Fit to the window',
  zoomActualLong: 'Show every pixel',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
