import type { AccountLabel } from '../account-label.ts'
import { accountName } from './account.ts'
import { format } from './format.ts'

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${format.number(number)} ${many}`
}

const styleCount = (styles: number) => count(styles, 'style', 'styles')

interface Met {
  readonly runs: number
  readonly recipes: number
  readonly isAdded: boolean
  readonly isListed: boolean
}

/** The words of the Styles screen and of the fields that pick styles; they come with the code of those. */
export const styles = {
  title: 'Styles',
  identity:
    'Your key can use the styles that were trained through the API, and those shared with its workspace. Share a style in the service’s app to use it here; share one here to use it in the app.',
  list: 'Styles, the last used first',
  search: 'Search names, notes and ids',
  clearSearch: 'Clear the search',
  total: styleCount,
  add: 'Add a style',
  readListing: 'Read from the service',
  listingRead(read: number, added: number, isWhole: boolean): string {
    if (read === 0) return 'The service lists no styles.'
    const rest = isWhole ? '' : ' It has more than could be read.'
    return added === 0
      ? `The service lists ${styleCount(read)}; you have them all.${rest}`
      : `${styleCount(added)} added from the service.${rest}`
  },
  empty: 'No styles yet',
  emptyBody:
    'A style is trained in the service’s app. Share it there, then add it here by its id. Those of your runs and recipes appear by themselves.',
  emptySandbox: 'The sandbox has ink-and-paper, soft-gouache and night-neon.',
  nothingFound: 'No style matches this search.',
  failed: 'The styles could not be read.',
  loading: 'Reading the styles',
  loadingMore: 'Reading more…',

  /** A style by its name, or by its id where it has none. */
  nameOf: (name: string, styleId: string) => (name === '' ? styleId : name),
  /** In place of a bare id: its name with the id beside it. */
  named: (name: string, styleId: string) => (name === '' ? styleId : `${name} (${styleId})`),
  withStrength: (name: string, strength: number) => `${name}, strength ${format.number(strength)}`,
  noPreview: 'No image yet',
  preview: (name: string) => `Preview of ${name}`,
  copyId: (name: string) => `Copy the id of ${name}`,
  copied: 'The id was copied.',
  copyFailed: 'The id could not be copied. Select it and copy it yourself.',
  met({ runs, recipes, isAdded, isListed }: Met): string {
    const uses = [
      runs > 0 && count(runs, 'run', 'runs'),
      recipes > 0 && count(recipes, 'recipe', 'recipes'),
    ].filter((part) => part !== false)
    if (uses.length > 0) return `In ${uses.join(' and ')}`
    if (isListed) return 'Listed by the service'
    return isAdded ? 'Added by you' : 'In no run or recipe'
  },
  metAt: (at: string) => `First seen ${format.dateTime(at)}`,
  use: 'Use in Create',
  useNamed: (name: string) => `Use in Create: ${name}`,
  open: (name: string) => `Open ${name}`,
  more: (name: string) => `More for ${name}`,
  edit: 'Edit',
  remove: 'Remove',
  removed: (name: string) => `“${name}” was removed from the list.`,
  undo: 'Undo',
  facts: { id: 'Id', met: 'Source', shared: 'Workspace' },

  state: {
    shared: (workspace: string) => `Shared with ${workspace}`,
    sharedLong: (workspace: string, id: string, at: string) =>
      `Shared with ${workspace} (${id}) on ${format.dateTime(at)}. All its members can use it.`,
    doubt: 'Sharing unconfirmed',
    doubtLong: (at: string) =>
      `It was sent to be shared on ${format.dateTime(at)}, and no readable response came. It is not known whether it is shared.`,
    none: 'Not shared from here',
    unusable: 'Its id can’t be part of an address, so it can’t be shared.',
  },
  share: {
    open: 'Share with the workspace',
    again: 'Share again',
    title: (name: string) => `Share “${name}” with the workspace?`,
    account: (account: AccountLabel) =>
      `It goes to the workspace that ${
        account.id === 'sandbox' ? 'the sandbox’s key' : `your key for ${accountName(account)}`
      } belongs to.`,
    effect: 'All members of that workspace can use the style from then on, in the app and through the API.',
    noWayBack: 'Sharing can’t be undone: the service offers no way to end it. It lists no price for sharing.',
    doubt:
      'An earlier request had no readable response. Sharing again sends the same request; the service lists no other effect for it.',
    no: 'Don’t share',
    yes: 'Share',
    sending: 'Sharing…',
    done: (name: string, workspace: string) => `“${name}” is shared with ${workspace}.`,
    failedTitle: 'Not shared',
    unknownTitle: 'Not known',
    toSettings: 'Open settings',
  },
  dialog: {
    addTitle: 'Add a style',
    id: 'Id',
    idNote: 'As the service gives it, such as in the address of the style.',
    idWrong: 'An id has 1 to 512 characters, without control characters.',
    name: 'Name',
    note: 'Note',
    notePlaceholder: 'What it is good for',
    cancel: 'Cancel',
    add: 'Add',
    save: 'Save',
    known: (name: string) => `“${name}” was in the list already.`,
    added: (name: string) => `“${name}” was added.`,
    choosePreview: 'Choose an image',
    lastPreview: 'Use the last result',
    chosen: 'Chosen by you',
    listed: 'The service’s image',
    last: 'The last result made with it',
  },

  /** What Create says of a style that comes from this screen. */
  offered: {
    taken: (name: string, model: string) => `“${name}” is in the form of ${model}.`,
    inForm: (name: string, model: string) => `“${name}” is in the form of ${model} already.`,
    full: (model: string, most: number) =>
      `${model} takes at most ${styleCount(most)}. Remove one from the form first.`,
    noModel: 'No model of this service takes styles.',
  },
  field: {
    pick: 'Add a style',
    list: 'Known styles',
    search: 'Search styles, or enter an id',
    none: 'No known style matches. Enter a style’s id to use it.',
    empty: 'No styles are known yet. Enter a style’s id to use it.',
    failed: 'The known styles could not be read. A style’s id can be entered all the same.',
    byId: (styleId: string) => `Use the id “${styleId}”`,
    idTooLong: 'An id has at most 512 characters and no control characters.',
    unknown: 'Not in your styles; it will be once the run is sent.',
    unnamed: 'No id',
  },
}
