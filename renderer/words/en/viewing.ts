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
  /** On its button; their keys are Shift with the first letter. */
  pointSign: { in: 'In', out: 'Out' },
  /** `at`: where it stands; null where it is not set. */
  point: (which: 'in' | 'out', at: string | null) =>
    at === null
      ? `${which === 'in' ? 'In: begin' : 'Out: end'} the loop here`
      : `${which === 'in' ? 'In' : 'Out'} point at ${at}`,
  speed: (now: string, next: string) => `Speed ${now}×, next ${next}×`,
  times: (speed: string) => `${speed}×`,
  previousFrame: 'Previous frame',
  nextFrame: 'Next frame',
  fullScreen: 'Full screen',
  cannotPlay: {
    title: 'This file can’t be played here',
    body: 'It may be damaged, or in a format that isn’t supported here. Download it to open it elsewhere.',
  },
  cannotShow: {
    title: 'This file can’t be shown here',
    body: 'It may be damaged, or in a format that isn’t supported here. Download it to open it elsewhere.',
  },
  damaged: 'This image is damaged: only what could be read of it is shown. Download it to open it elsewhere.',
  tooLargeOf: (width: number, height: number) =>
    `Too large to preview: ${format.number(width)} × ${format.number(height)}`,
  tooLargeBody:
    'The file is whole, but showing this many pixels takes too much memory. Download it to open it elsewhere.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
