import type { MediaKind } from '../../../shared/api/media.ts'
import type { ActionId } from '../../actions/action-id.ts'
import type { AccountLabel } from '../account-label.ts'
import { accountName } from './account.ts'
import { format } from './format.ts'

function madeAt(account: AccountLabel): string {
  return `This run was made at ${accountName(account) ?? 'Sandbox'}.`
}

export const actions = {
  names: {
    animate: 'Animate',
    useAsStart: 'Use as start image',
    useAsEnd: 'Use as end image',
    useAsReference: 'Use as reference',
    lastFrame: 'Last frame as start image',
    shownFrame: 'This frame as start image',
    useAsInput: 'Use as input',
    vary: 'Vary',
    remix: 'Remix',
    findAlike: 'Find alike',
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
    compare: 'Compare files',
    survey: 'Survey',
    tournament: 'Tournament',
    collect: 'Add to a collection',
    tag: 'Add or remove a tag',
    uncollect: 'Remove from this collection',
    copyImage: 'Copy image',
    copyPrompt: 'Copy prompt',
    download: 'Download',
    downloadAll: 'Download the whole batch',
    export: 'Export…',
    sheetImage: 'Contact sheet as an image…',
    proof: 'Proof page…',
    openInLibrary: 'Open in library',
    trash: 'Move to the trash',
    restore: 'Restore',
    purge: 'Delete permanently…',
    reveal: 'Show in folder',
    zoom: 'Actual size (1:1)',
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
  /** The same of a sheet, of which some runs wait: all of them move. */
  sheetNames: {
    sendFirst: (count: number) => `Send sheet first (${format.number(count)} runs)`,
    sendEarlier: (count: number) => `Send sheet one place earlier (${format.number(count)} runs)`,
    sendLater: (count: number) => `Send sheet one place later (${format.number(count)} runs)`,
    sendLast: (count: number) => `Send sheet last (${format.number(count)} runs)`,
  } satisfies Partial<Record<ActionId, (count: number) => string>>,
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
    vary: 'Sends one run with the same settings',
    remix: 'Loads the model and all settings into the form',
    previousFrame: 'While the video is paused',
    nextFrame: 'While the video is paused',
  } satisfies Partial<Record<ActionId, string>>,
  /** What Vary does with a model that takes a seed. */
  varyWithSeed: 'Sends one run with the same settings and a new seed',
  /** Its key was pressed before its price was known. */
  varyOffered: 'Vary sends one run like this one, at this price:',
  varyImpossible:
    'This can’t be varied: its model no longer takes these settings, or nothing can be sent now.',
  /** Why nothing more is sent for a run of another account than the active one. */
  madeElsewhere: {
    vary: (account: AccountLabel) => `${madeAt(account)} Switch to it in Settings to vary it.`,
  },
  judge: 'Rate and mark',
  menu: (kind: MediaKind) => ({ image: 'This image', video: 'This video', audio: 'This audio' })[kind],
  /** Of files that are selected together; null: more than are counted. */
  menuOfMany: (count: number | null) =>
    count === null ? 'Selected files' : `${format.number(count)} selected files`,
  more: 'More actions',
  priced: (name: string, price: string) => `${name} · ${price}`,
  priceNotListed: 'price not listed',
  copied: { prompt: 'Prompt copied', image: 'Image copied' },
  copyFailed: 'The browser did not allow copying.',
  frameFailed: 'The last frame of this video could not be read.',
  shownFrameFailed: 'This frame could not be read.',
}
