import { format } from './format.ts'

/** Of a file that is shown large. */
export const viewing = {
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
  tooLargeOf: (width: number, height: number) =>
    `Too large to preview: ${format.number(width)} × ${format.number(height)}`,
  tooLargeBody:
    'The file is whole, but showing this many pixels takes too much memory. Download it to open it elsewhere.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
