import type { MediaKind } from '../../../shared/api/media.ts'
import type { ReadCredentials } from '../../../shared/bridge/credentials-procedures.ts'
import type { Likeness } from '../../../shared/bridge/layout-procedures.ts'
import type { LineageNode } from '../../../shared/bridge/lineage-procedures.ts'
import type { Purged } from '../../../shared/bridge/trash-procedures.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { ColorName } from '../../../shared/library/color-names.ts'
import type { TokenFault } from '../../../shared/library/filter/library-filter.ts'
import type { ChosenSort } from '../../../shared/library/filter/library-sort.ts'
import type { Flag } from '../../../shared/library/judgement.ts'
import type { AccountLabel } from '../account-label.ts'
import { createCalendar } from '../calendar.ts'
import { accountName } from './account.ts'
import { format } from './format.ts'

const calendar = createCalendar('en-US')

type Arrival = NonNullable<SubmissionView['arrival']>

interface FoundCost {
  readonly settledMicroUsd: number
  readonly upToMicroUsd: number
  readonly unlistedRuns: number
}

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${format.number(count)} files`
}

function keptNames({ count, names }: Purged['kept']): string {
  const others = count - names.length
  return others === 0 ? format.list(names) : `${names.join(', ')} and ${format.number(others)} more`
}

/** Dates of the grid, here so that no other screen waits for them. */
const longDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

const orders: Record<ChosenSort, string> = {
  newest: 'newest first',
  oldest: 'oldest first',
  price: 'highest price first',
  rating: 'highest rating first',
  score: 'highest score first',
  length: 'longest first',
  model: 'by model',
}

/** Values of terms whose form has to be known. */
const examples: Readonly<Record<string, string>> = {
  date: 'today, tuesday, last-week, november, 2026-11-24, 2026-11-01..2026-11-24',
  rating: '3, >=3, 2..4, none',
  score: '>=70, 40..60',
  price: '<0.5, >=1, unlisted',
  length: '>=10s, 1m30s',
  ratio: 'wide, square, tall, 16:9',
  resolution: '>=1080p, 4k, 1920x1080',
}

const phrases: Readonly<Record<string, readonly string[]>> = {
  'kind:image': ['image', 'images', 'photo', 'photos'],
  'kind:video': ['video', 'videos', 'clip', 'clips'],
  'kind:audio': ['audio', 'music', 'song', 'songs'],
  'color:red': ['red'],
  'color:orange': ['orange'],
  'color:yellow': ['yellow'],
  'color:green': ['green'],
  'color:cyan': ['cyan', 'teal', 'turquoise'],
  'color:blue': ['blue'],
  'color:purple': ['purple', 'violet'],
  'color:pink': ['pink'],
  'color:brown': ['brown'],
  'color:black': ['black'],
  'color:white': ['white'],
  'color:gray': ['gray', 'grey'],
  'date:today': ['today'],
  'date:yesterday': ['yesterday'],
  'date:this-week': ['this week'],
  'date:last-week': ['last week'],
  'date:this-month': ['this month'],
  'date:last-month': ['last month'],
  'date:this-year': ['this year'],
  'date:last-year': ['last year'],
  'date:monday': ['monday'],
  'date:tuesday': ['tuesday'],
  'date:wednesday': ['wednesday'],
  'date:thursday': ['thursday'],
  'date:friday': ['friday'],
  'date:saturday': ['saturday'],
  'date:sunday': ['sunday'],
  'date:last-monday': ['last monday'],
  'date:last-tuesday': ['last tuesday'],
  'date:last-wednesday': ['last wednesday'],
  'date:last-thursday': ['last thursday'],
  'date:last-friday': ['last friday'],
  'date:last-saturday': ['last saturday'],
  'date:last-sunday': ['last sunday'],
  'date:january': ['january'],
  'date:february': ['february'],
  'date:march': ['march'],
  'date:april': ['april'],
  'date:may': ['may'],
  'date:june': ['june'],
  'date:july': ['july'],
  'date:august': ['august'],
  'date:september': ['september'],
  'date:october': ['october'],
  'date:november': ['november'],
  'date:december': ['december'],
  'is:unreviewed': ['unreviewed', 'not reviewed'],
  'is:reviewed': ['reviewed'],
  'is:favorite': ['favorite', 'favorites', 'favourite', 'favourites'],
  'is:keeper': ['keeper', 'keepers'],
  'is:exported': ['exported'],
  'is:untagged': ['untagged'],
  'is:missing': ['missing'],
  'flag:pick': ['pick', 'picks', 'picked'],
  'flag:reject': ['reject', 'rejects', 'rejected'],
  'rating:none': ['unrated', 'no stars'],
  'rating:5': ['5 stars', 'five stars'],
  'rating:>=4': ['4 stars', 'four stars'],
  'rating:>=3': ['3 stars', 'three stars'],
  'ratio:wide': ['wide'],
  'ratio:square': ['square'],
  'ratio:tall': ['tall', 'vertical'],
}

const credentialActions: ReadonlyMap<string, string> = new Map([
  ['c2pa.created', 'Created'],
  ['c2pa.opened', 'Opened'],
  ['c2pa.edited', 'Edited'],
  ['c2pa.edited.metadata', 'Metadata edited'],
  ['c2pa.placed', 'Placed in another file'],
  ['c2pa.removed', 'Part removed'],
  ['c2pa.color_adjustments', 'Colors adjusted'],
  ['c2pa.cropped', 'Cropped'],
  ['c2pa.resized', 'Resized'],
  ['c2pa.orientation', 'Rotated'],
  ['c2pa.filtered', 'Filtered'],
  ['c2pa.drawing', 'Drawn on'],
  ['c2pa.converted', 'Converted'],
  ['c2pa.transcoded', 'Transcoded'],
  ['c2pa.repackaged', 'Repackaged'],
  ['c2pa.redacted', 'Redacted'],
  ['c2pa.watermarked', 'Watermarked'],
  ['c2pa.published', 'Published'],
])

export const library = {
  title: 'Library',
  search: 'Search and filter',
  openReply: 'Open a client’s reply…',
  clearSearch: 'Clear the search',
  kind: 'Kind',
  all: 'Any kind',
  kinds: { image: 'Images', video: 'Videos', audio: 'Audio' } satisfies Record<MediaKind, string>,
  /** Of files, where a contact sheet counts as one. */
  total: (count: number) => (count === 1 ? '1 item' : `${format.number(count)} items`),
  grid: (sort: ChosenSort) => `Files, ${orders[sort]}`,
  sort: {
    label: 'Sort by',
    by: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      price: 'Highest price',
      rating: 'Highest rating',
      score: 'Highest score',
      length: 'Longest first',
      model: 'Model',
    } satisfies Record<ChosenSort, string>,
  },
  tile: (kind: string, date: string) => `${kind}, ${date}`,
  sheet: {
    title: 'Contact sheet',
    tile: (files: number, date: string) => `Contact sheet of ${format.number(files)}, ${date}`,
    failed: 'The contact sheet could not be read',
    gone: 'This contact sheet is not in the library.',
    none: 'No file',
    showFiles: 'Show its files in the grid',
    /** All files of the sheet, or the chosen one. */
    collect: (files: number) =>
      files === 1 ? 'Add 1 file to a collection' : `Add ${format.number(files)} files to a collection`,
    /** The same. */
    download: (files: number) => (files === 1 ? 'Download 1 file' : `Download ${format.number(files)} files`),
    open: (captions: readonly string[], of: readonly [position: number, count: number] | null) =>
      [`Open ${captions.join(', ')}`, of && `${of[0]} of ${of[1]}`].filter(Boolean).join(', '),
  },
  selected: 'Selected',
  selection: (count: number) => (count === 1 ? '1 selected' : `${format.number(count)} selected`),
  filters: {
    rating: 'Rating',
    anyRating: 'Any rating',
    atLeast: (stars: number) => (stars === 5 ? '★★★★★' : `${'★'.repeat(stars)} or more`),
    atLeastLong: (stars: number) => (stars === 1 ? '1 star or more' : `${stars} stars or more`),
    flag: 'Flag',
    anyFlag: 'Any flag',
    flags: { pick: 'Picked', reject: 'Rejected', none: 'No flag' } satisfies Record<Flag, string>,
    favorites: 'Favorites',
  },
  terms: {
    add: 'Add a filter',
    tokens: 'Filters. Arrows move among them, Delete removes one.',
    completions: 'Suggestions',
    remove: (token: string) => `Remove the filter ${token}`,
    fault: (fault: TokenFault, name: string) =>
      fault === 'unknown_name'
        ? `There is no filter “${name}”. Put it in quotes to search for it.`
        : [`“${name}” doesn’t take this value.`, examples[name] && `For example: ${examples[name]}.`]
            .filter(Boolean)
            .join(' '),
    /** What people call terms, by token: they are offered while these words are typed. */
    phrases,
    meant: (filter: string) => `Filter by ${filter}`,
    sheet: (prompt: string, isNot: boolean) => `${isNot ? 'Not contact sheet' : 'Contact sheet'}: ${prompt}`,
    color: 'Color',
    colors: {
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      cyan: 'Cyan, teal',
      blue: 'Blue',
      purple: 'Purple',
      pink: 'Pink',
      brown: 'Brown',
      black: 'Black',
      white: 'White',
      gray: 'Gray',
    } satisfies Record<ColorName, string>,
    menu: [
      { label: 'Unreviewed', token: 'is:unreviewed' },
      { label: 'Unrated', token: 'rating:none' },
      { label: 'Keepers', token: 'is:keeper' },
      { label: 'Exported', token: 'is:exported' },
      { label: 'Tournament score of 70 or more', token: 'score:>=70' },
      { label: 'Untagged', token: 'is:untagged' },
      { label: 'With a note', token: 'is:noted' },
      { label: 'Missing on disk', token: 'is:missing' },
      { label: 'Saved today', token: 'date:today' },
      { label: 'Saved yesterday', token: 'date:yesterday' },
      { label: 'Saved this week', token: 'date:this-week' },
      { label: 'Saved last week', token: 'date:last-week' },
      { label: 'Saved this month', token: 'date:this-month' },
      { label: 'In a contact sheet', token: 'sheet:any' },
      { label: 'In no contact sheet', token: 'sheet:none' },
      { label: 'Wide', token: 'ratio:wide' },
      { label: 'Square', token: 'ratio:square' },
      { label: 'Tall', token: 'ratio:tall' },
      { label: '1080p or more', token: 'resolution:>=1080p' },
      { label: 'Without a listed price', token: 'price:unlisted' },
    ],
    smart: 'Smart collections',
    noneSaved: 'Search or filter first, then save it here',
    save: 'Save this filter…',
    saved: (name: string) => `The filter is kept as “${name}”.`,
    delete: (name: string) => `Delete “${name}”`,
    deleted: (name: string) => `The smart collection “${name}” was deleted.`,
    /** In cents, or in full. `account`: whose money it is, where there are several. */
    cost: (
      { settledMicroUsd, upToMicroUsd, unlistedRuns }: FoundCost,
      account: AccountLabel | null,
      isInFull = false,
    ) =>
      [
        account && `${accountName(account) ?? 'Sandbox'}:`,
        [
          (isInFull ? format.price : format.total)(settledMicroUsd),
          upToMicroUsd > 0 && `+ ≤ ${(isInFull ? format.price : format.totalAtMost)(upToMicroUsd)}`,
          unlistedRuns > 0 && `+ ${format.number(unlistedRuns)} not listed`,
        ]
          .filter(Boolean)
          .join(' '),
      ]
        .filter(Boolean)
        .join(' '),
  },
  tags: {
    title: 'Tags and note',
    add: 'Add a tag',
    remove: (tag: string) => `Remove the tag “${tag}”`,
    added: (tag: string) => `Tagged “${tag}”.`,
    removed: (tag: string) => `The tag “${tag}” was removed.`,
    note: 'Note',
    noted: 'The note was kept.',
  },
  noneOfMarks: 'No file has these marks. Keys: 0–5 rate, P picks, X rejects, F makes a favorite.',
  collections: {
    label: 'Collection',
    all: 'All files',
    search: 'Search collections',
    none: 'No collection has this name.',
    make: 'New collection…',
    rename: 'Rename the collection…',
    remove: 'Delete the collection',
    name: 'Name',
    cancel: 'Cancel',
    titles: {
      make: 'New collection',
      rename: 'Rename the collection',
      keep: 'New smart collection',
    },
    makeAction: 'Make',
    renameAction: 'Rename',
    made: (name: string) => `“${name}” was made.`,
    renamed: (name: string) => `The collection is called “${name}” now.`,
    deleted: (name: string) => `“${name}” was deleted. Its files stay in the library.`,
    moved: (count: number) => (count === 1 ? 'Moved.' : `${format.number(count)} files moved.`),
    emptyTitle: 'This collection is empty',
    emptyBody: 'Choose files in the library and press B to add them. Here they can be put in any order.',
    noneInside: 'No file of this collection matches.',
    grid: 'Files of the collection, in your order',
  },
  selectionActs: {
    download: (count: number) => `Download ${filesOf(count)}`,
    export: (count: number) => `Export ${filesOf(count)}…`,
    compare: (count: number) => `Compare ${filesOf(count)}`,
    collect: (count: number) => `Add ${filesOf(count)} to a collection`,
    tag: (count: number) => `Tag ${filesOf(count)}`,
    clear: 'Clear the selection',
    trash: (count: number) => `Move ${filesOf(count)} to the trash`,
    restore: (count: number) => `Restore ${filesOf(count)}`,
    purge: (count: number) => `Delete ${filesOf(count)} permanently…`,
  },
  trash: {
    label: 'Trash',
    grid: 'Files in the trash, last deleted first',
    tile: (kind: string, deletedAt: string) => `${kind}, deleted ${deletedAt}`,
    deletedAt: (iso: string) => `Deleted ${format.dateTime(iso)}`,
    since: (iso: string) => `In the trash since ${format.dateTime(iso)}`,
    empty: 'Empty the trash…',
    emptyTitle: 'The trash is empty',
    emptyBody:
      'Delete moves what is selected in the library here. Files are deleted from the disk only from here.',
    leave: 'Back to the library',
    noneInside: 'Nothing in the trash matches.',
    /** `files`: null while they are counted. */
    ask: (files: number | null) => `Delete ${files === null ? '' : `${filesOf(files)} `}permanently?`,
    asked: (files: number, bytes: number) =>
      `${filesOf(files)}, ${format.bytes(bytes)}, ${files === 1 ? 'is' : 'are'} deleted from the disk. This can’t be undone. What was paid stays in Spend, and the settings can still be remixed.`,
    reading: 'Counting the files…',
    cancel: 'Keep',
    purge: (files: number | null) => (files === null ? 'Delete' : `Delete ${filesOf(files)}`),
    purged: ({ files, bytes, left, kept }: Purged) =>
      [
        files > 0 && `${filesOf(files)}${left === 0 ? `, ${format.bytes(bytes)},` : ''} deleted permanently.`,
        left > 0 && `The disk refused to delete ${filesOf(left)}; it is tried again at the next start.`,
        kept.count > 0 &&
          `Kept, as a waiting run uses ${kept.count === 1 ? 'it' : 'them'}: ${keptNames(kept)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    goneTitle: 'File deleted',
    goneBody: (iso: string) =>
      `You moved it to the trash on ${format.dateTime(iso)} and deleted it from there. Its run and what it cost stay in Spend; Remix loads its settings.`,
  },
  emptyTitle: 'The library is empty',
  emptyBody:
    'Everything you generate is stored here, on this machine. Files that were saved by Atelier elsewhere can be dropped here, and keep their recipes.',
  emptyAction: 'Generate something',
  more: 'Library menu',
  importFolder: 'Import a folder',
  adoptJobs: 'Add jobs started elsewhere',
  noneTitle: 'Nothing found',
  noneBody: 'No file has these words in its prompt, its note or its names.',
  noneOfFilter: 'No file matches all of these filters and words.',
  noneOfKind: 'There is none of this kind yet.',
  noneAction: 'Show everything',
  failedTitle: 'The library could not be read',
  alike: {
    title: 'Files like one',
    by: 'Alike in',
    ways: { look: 'Look', color: 'Color' } satisfies Record<Likeness, string>,
    leave: 'Show everything',
    noneTitle: 'Nothing alike',
    noneBody:
      'No other file comes near, or this one has not been looked at: that is done when its thumbnail is made.',
  },
  scrubber: 'Place in the library',
  /** `month`: null where the list isn’t in the order of time. */
  scrubbed: (month: string | null, place: number, total: number) =>
    [month, `${format.number(place)} of ${format.number(total)}`].filter(Boolean).join(', '),
  rowHeight: 'Size of the files',
  pixelsHigh: (pixels: number) => `${format.number(pixels)} pixels high`,
  /** Of a date such as 2026-11-26. */
  day: (date: string) => longDay.format(new Date(`${date}T00:00:00Z`)),
  month: (date: string) => calendar.month(date.slice(0, 7)),
  monthShort: (date: string) => monthName.format(new Date(`${date}T00:00:00Z`)),
  year: (date: string) => date.slice(0, 4),
  noPrompt: 'No prompt',

  viewer: 'File',
  itemGone: 'This file is not in the library.',
  missingTitle: 'File missing or damaged',
  missingBadge: 'Missing or damaged',
  missingBody: (cause: string) => `${cause} It was paid for; downloading it again costs nothing.`,
  onlyHereBody: (cause: string) =>
    `${cause} No service has it. Put it back in its place, or import the folder that it came from: it keeps its marks.`,
  checkAgain: 'Look again',
  refusedBody: (cause: string) =>
    `${cause} That address stays refused. The file was paid for; requesting another address from the service costs nothing.`,
  fetchAgain: 'Download again',
  askAddress: 'Request another address',
  fetching: 'The file is being downloaded again',
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
  position: (index: number, total: number) => `${format.number(index)} / ${format.number(total)}`,
  details: 'Details',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  prompt: 'Prompt',
  lineage: {
    title: 'Lineage',
    /** What of it is shown as a branch. */
    ways: {
      from: (total: number) => `Made from ${filesOf(total)}`,
      /** Of files, where a contact sheet counts as one. */
      into: (total: number) => `Made into ${total === 1 ? '1 item' : `${format.number(total)} items`}`,
    },
    sheet: (files: number) => `Contact sheet of ${format.number(files)}`,
    states: {
      missing: 'Missing on disk',
      awaited: 'Not downloaded yet',
      trashed: 'In the trash',
      deleted: 'Deleted',
      own: 'Your own file',
      gone: 'No longer here',
    } satisfies Record<Exclude<LineageNode['state'], 'here'>, string>,
    unnamed: 'A file',
    more: (rest: number) => `Show more (${format.number(rest)})`,
    failed: 'This could not be read.',
  },
  credentials: {
    title: 'Content Credentials',
    none: 'None',
    unread: 'There are some, but they could not be read.',
    remote: (host: string) =>
      `They are not in the file, but on the web at ${host}. Atelier doesn’t request them, so they are not checked.`,
    verdicts: {
      valid: 'Valid: the file is as it was signed',
      trusted: 'Valid: the file is as it was signed, by a signer on your list',
    } satisfies Record<Exclude<ReadCredentials['verdict'], 'invalid'>, string>,
    faults: {
      changed: 'Not valid: the file was changed after it was signed',
      signature: 'Not valid: their own record was changed after it was signed',
      certificate: 'Not valid: the signer’s certificate did not apply',
      other: 'Not valid: they break a rule of the standard',
    } satisfies Record<NonNullable<ReadCredentials['fault']>, string>,
    signer: 'Signed by',
    noSigner: 'Not named',
    /** Who it says it is: a certificate that anyone can make. */
    unchecked: 'Atelier has no list of trusted signers, so this name is not checked.',
    untrusted: 'This signer is not on your list of trusted signers.',
    signedAt: 'Signed',
    generator: 'Written by',
    origin: 'Origin',
    origins: {
      ai: 'Made by AI',
      ai_part: 'Made by AI in part',
      camera: 'Captured by a camera',
    } satisfies Record<NonNullable<ReadCredentials['origin']>, string>,
    actions: 'Actions',
    action: (name: string) => credentialActions.get(name) ?? name,
    actionBy: (action: string, tool: string) => `${action} (${tool})`,
    ingredients: 'Made from',
  },
  settings: 'Settings',
  noSettings: 'Only the prompt was sent.',
  run: 'Run',
  file: 'File',
  model: 'Model',
  score: 'Score',
  scored: (score: number) => `${score} of 100`,
  timings: {
    submitted: 'Submitted',
    started: 'Started',
    completed: 'Completed',
    downloaded: 'Downloaded',
  },
  delivery: 'Delivery',
  deliveredBy: { webhook: 'Webhook', polling: 'Polling' } satisfies Record<Arrival['by'], string>,
  /** It breaks between the day and the time alone; the time alone where `before`, said above it, was the same day. */
  momentToSecond(iso: string, before?: string) {
    const [day, time] = [format.date(iso), whole(format.timeToSecond(iso))]
    return before !== undefined && format.date(before) === day ? time : `${whole(day)}, ${time}`
  },
  madeIn: 'Made in',
  madeBy: 'Agent',
  price: 'Price',
  priceUnlisted: 'Not listed',
  size: 'Size',
  length: 'Length',
  format: 'Format',
  name: 'Name',
  job: 'Job',
  moment: (iso: string) => format.dateTime(iso),
  seconds: (seconds: number) => format.seconds(seconds),
  bytes: (bytes: number) => format.bytes(bytes),
  repeats: 'Sent again after an earlier run',
  fromElsewhere: 'Started elsewhere with the same key',
  triesAgain: 'Tried again after a first one failed',
  on: 'On',
  off: 'Off',
}

function whole(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0')
}
