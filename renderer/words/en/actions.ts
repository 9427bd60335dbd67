import type { MediaKind } from '../../../shared/api/media.ts'
import type { ActionId } from '../../actions/action-id.ts'
import type { QueuePlace } from '../../actions/queue-place.ts'
import { format } from './format.ts'
import { ordinal } from './ordinal.ts'

/** A run by its prompt. */
function quoted(prompt: string): string {
  return prompt === '' ? 'It' : `“${prompt}”`
}

/** Where a run stands after it was moved. */
function inQueue(prompt: string, { place, total }: QueuePlace): string {
  if (place === null) return `${quoted(prompt)} was moved in the queue.`
  return `${quoted(prompt)} is now ${ordinal(place)} of ${format.number(total)} in the queue.`
}

export const actions = {
  names: {
    animate: 'Animate',
    useAsStart: 'Use as start image',
    useAsEnd: 'Use as end image',
    useAsReference: 'Use as reference',
    lastFrame: 'Last frame as start image',
    useAsInput: 'Use as input',
    vary: 'Vary',
    remix: 'Remix',
    rate0: 'No stars',
    rate1: 'Rate 1 star',
    rate2: 'Rate 2 stars',
    rate3: 'Rate 3 stars',
    rate4: 'Rate 4 stars',
    rate5: 'Rate 5 stars',
    pick: 'Pick',
    reject: 'Reject',
    unflag: 'Remove the flag',
    favorite: 'Favorite',
    label6: 'Red label',
    label7: 'Yellow label',
    label8: 'Green label',
    label9: 'Blue label',
    collect: 'Add to a collection',
    uncollect: 'Remove from this collection',
    copyImage: 'Copy image',
    copyPrompt: 'Copy prompt',
    download: 'Download',
    openInLibrary: 'Open in library',
    reveal: 'Show in folder',
    zoom: 'Fit or every pixel',
    fullScreen: 'Full screen',
    playPause: 'Play or pause',
    previousFrame: 'Previous frame',
    nextFrame: 'Next frame',
    cancel: 'Cancel',
    sendFirst: 'Send first',
    sendEarlier: 'Send one place earlier',
    sendLater: 'Send one place later',
    sendLast: 'Send last',
  } satisfies Record<ActionId, string>,
  /** On a button with little room; each is a part of the name. */
  short: {
    useAsStart: 'Start image',
    useAsReference: 'Reference',
    lastFrame: 'Last frame',
    useAsInput: 'Input',
  } satisfies Partial<Record<ActionId, string>>,
  /** What an action does, where its name alone doesn’t tell. */
  hints: {
    animate: 'Makes a video of this image, with a model that you choose',
    vary: 'Sends the same settings again',
    remix: 'Loads the model and all settings into the form',
    previousFrame: 'While the video is paused',
    nextFrame: 'While the video is paused',
  } satisfies Partial<Record<ActionId, string>>,
  /** What Vary does with a model that takes a seed. */
  varyWithSeed: 'Sends the same settings with a new seed',
  judge: 'Rate and mark',
  menu: (kind: MediaKind) => ({ image: 'This image', video: 'This video', audio: 'This audio' })[kind],
  more: 'More actions',
  priced: (name: string, price: string) => `${name} · ${price}`,
  priceNotListed: 'price not listed',
  copied: { prompt: 'Prompt copied', image: 'Image copied' },
  copyFailed: 'The browser did not allow copying.',
  frameFailed: 'The last frame of this video could not be read.',
  moved: {
    first: (prompt: string) => `${quoted(prompt)} is sent before all others that wait.`,
    earlier: inQueue,
    later: inQueue,
    last: (prompt: string) => `${quoted(prompt)} is sent after all others that wait.`,
  },
}
