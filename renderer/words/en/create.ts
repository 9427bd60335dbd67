import type { MediaKind } from '../../../shared/api/media.ts'
import { format } from './format.ts'
import { ordinal } from './ordinal.ts'

const statuses: Record<string, string> = {
  backlogged: 'In the backlog',
  queued: 'Queued',
  scheduled: 'Scheduled',
  processing: 'Processing',
  sampling: 'Sampling',
  'intermediate-complete': 'First result ready',
}

const makingOne: Record<MediaKind, string> = { image: 'an image', video: 'a video', audio: 'an audio file' }

/** Seconds as exactly as they can be foreseen. */
function coarse(seconds: number): number {
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : 15
  return Math.max(1, Math.round(seconds / step) * step)
}

/** How long a run has taken: a time always stands after a word, so that it never looks like a result's length. */
function takenBy(seconds: number, since: Since): string {
  const time = format.seconds(Math.floor(seconds))
  return { sending: `sending for ${time}`, waiting: `sent ${time} ago`, running: `running for ${time}` }[
    since
  ]
}

/** What a run does at the service: nothing yet, or its job waits there. */
type Since = 'sending' | 'waiting' | 'running'

export const create = {
  /** Why nothing can be sent yet. */
  unfinished: {
    reading: 'A file is still being read.',
    url: 'A URL in the form isn’t complete yet.',
  },
  connecting: (kind: 'sandbox' | 'service') =>
    kind === 'sandbox' ? 'Starting the sandbox…' : 'Connecting to the service…',
  notOpen: {
    sandbox: 'The sandbox isn’t running, so nothing can be generated. You can connect your own service.',
    service: 'The service isn’t open, so nothing can be generated. You can choose another.',
  },
  openSettings: 'Open settings',
  title: 'Create',
  form: 'Settings of the run',
  stage: 'Result',
  runsTitle: 'Runs',
  examplePrompt: 'A quiet sea at dusk, a low sun over a far headland, soft haze, long exposure',
  generate: (count: number) => (count > 1 ? `Generate ${format.number(count)}` : 'Generate'),
  generating: 'Sending',
  estimate: 'Price',
  runs: 'Runs',
  fewerRuns: 'Fewer runs',
  moreRuns: 'More runs',
  mostRuns: (most: number) =>
    `At most ${most} runs of the same settings at once. For more, vary the prompt with {a|b}, paste a list, or compare values.`,
  sameSeed: (count: number) => `All ${count} runs use the same seed.`,
  notes: 'About this model',
  problems: (count: number) =>
    count === 1
      ? 'One field needs another look. Nothing was sent.'
      : `${count} fields need another look. Nothing was sent.`,
  priceChanged: (before: string, now: string) =>
    `The price has changed from ${before} to ${now}. Nothing was sent; generate again if that is fine.`,
  confirmLost:
    'Atelier’s engine didn’t respond. If it accepted this run, the run appears in the list once the engine is back; generating again won’t create a second one.',
  sentBefore:
    'This was sent before, although no response came: it is in the list. Nothing was sent now; generate again for another.',
  plan: {
    tooMany: (count: number, most: number) =>
      count >= Number.MAX_SAFE_INTEGER
        ? `This makes more runs than can be counted; at most ${most} go out at once.`
        : `This makes ${format.number(count)} runs; at most ${most} go out at once.`,
    emptyAxis: 'Choose what to compare, and at least one value of it.',
    lacks: (model: string, field: string) =>
      `${model} can’t be compared by ${field}. Leave the model out, or compare something else.`,
    ended: (model: string) => `${model} has ended. Leave it out.`,
    wildcards: (count: number) =>
      `The prompt stands for ${format.number(count)} prompts. Compare the prompt itself, or use the braces as words.`,
    loading: 'The compared models are loading.',
    leave: { toRuns: 'Back to the runs', toNothing: 'Back' },
  },
  runProblem: (model: string, field: string, problem: string) =>
    `${model}, ${field}: ${problem} Nothing was sent.`,
  fileProblem: (model: string, field: string, problem: string) =>
    `${model} doesn’t take the file in ${field} as it would be sent: ${problem} Nothing was sent.`,
  /** Those of its dialog come with that (`list-words.ts`). */
  sheet: {
    start: 'Compare',
    lost: (parts: readonly string[]) => `Left out of the comparison: ${format.list(parts)}.`,
    lostPart: (label: string, values: readonly string[]) =>
      values.length === 0 ? label : `${label} ${values.join(' / ')}`,
    undo: 'Undo',
    model: 'Model',
    unset: 'Not set',
    size: (columns: number, rows: number) =>
      rows === 1
        ? `${format.number(columns)} ${columns === 1 ? 'run' : 'runs'}`
        : `${format.number(columns)} × ${format.number(rows)} = ${format.number(columns * rows)} runs`,
    grid: (axes: readonly string[]) => `Contact sheet by ${format.list(axes)}`,
    gridOf: (count: number) => `Contact sheet of ${format.number(count)}`,
    /** A run of a list, in its cell. */
    nthPrompt: (number: number, prompt: string) => `${format.number(number)} · ${prompt}`,
    /** What a list is called: how many prompts it has, and the first of them. */
    listOf: (prompts: number, first: string) => `List of ${format.number(prompts)} prompts: ${first}`,
    nth: (number: number) => `Run ${format.number(number)}`,
    comparedModels: (count: number) => `${format.number(count)} ${count === 1 ? 'model' : 'models'}`,
    compared: (count: number, axis: string) => `${format.number(count)} × ${axis.toLowerCase()}`,
    cellSize: 'Size of the cells',
    cellSizeFits: 'As large as fits',
    fit: 'Fit the cells to the room',
    standing: {
      done: (count: number) => `${format.number(count)} done`,
      failed: (count: number) => `${format.number(count)} failed`,
      unclear: (count: number) => `${format.number(count)} unknown`,
      canceled: (count: number) => `${format.number(count)} canceled`,
      empty: (count: number) => `${format.number(count)} without a result`,
      sending: (count: number) => `${format.number(count)} being sent`,
      underWay: (count: number) => `${format.number(count)} running`,
      saving: (count: number) => `${format.number(count)} being saved`,
      waiting: (count: number) => `${format.number(count)} waiting`,
    },
    nothing: 'No run',
  },
  notReached: 'The service can’t be reached, so what it offers isn’t known yet. Atelier keeps trying.',
  modelGone: 'This model has ended. Choose another one.',
  formLoading: 'The model’s form is loading',
  formFailed: 'This model’s form could not be read.',
  withoutFields: 'Nothing says what this model takes. A run sends no values.',

  emptyTitle: 'Nothing generated yet',
  /** `prompt`: whether there is one; null where the form takes none. */
  emptyBody: (kind: MediaKind, prompt: boolean | null) =>
    prompt === null
      ? `Fill in the form, and one click generates ${makingOne[kind]}.`
      : prompt
        ? `A prompt is ready. One click generates ${makingOne[kind]}.`
        : `Write a prompt, and one click generates ${makingOne[kind]}.`,
  emptyRuns: 'Runs appear here, newest first.',
  clear: {
    all: 'Clear ended runs',
    one: (title: string) => `Clear ${title} from this list`,
    key: 'Delete',
    done: 'Cleared from this list. Files stay in the library, costs in Spend.',
    undo: 'Undo',
    nothing: 'Ended runs were cleared from this list.',
  },
  pause: 'Pause the queue',
  resume: 'Resume the queue',
  runsFailed: 'The runs could not be read.',
  moreRunsToLoad: 'Show older runs',

  queue: {
    waiting: 'Waiting',
    status: (status: string, place: string) => `${status} · ${place}`,
    place: (place: number, of: number) => `${ordinal(place)} of ${format.number(of)}`,
    /** Of a batch: where its first waiting run stands. */
    from: (place: number) => (place === 1 ? 'next to be sent' : `${ordinal(place)} to be sent`),
  },
  status: {
    waiting: 'Waiting to be sent',
    held: 'Held',
    sending: 'Sending',
    accepted: 'Accepted',
    running: (status: string) => statuses[status] ?? status,
    missing: 'Not known to the service',
    unreadable: 'Can’t be read',
    downloading: 'Downloading',
    slowly: 'Downloading slowly',
    retrying: 'Retrying download',
    here: 'Done',
    failed: 'Failed',
    cancelled: 'Canceled by the service',
    rejected: 'Refused',
    keyForbidden: 'Key refused',
    unsent: 'Waiting to be sent again',
    unknown: 'Outcome unknown',
    withdrawn: 'Canceled',
    closed: 'Closed',
    fetchFailed: 'Download failed',
    addressRefused: 'Address refused',
    elsewhere: 'Waits for its service',
    damaged: 'Missing or damaged',
    removed: 'Deleted',
    noRoom: 'Waits for disk space',
  },
  filesHere: (here: number, all: number) => `${here} of ${all} files here`,
  share: (share: number) => format.percent(share),
  away: {
    unreachable: 'The service can’t be reached',
    refused: 'The service refuses the key',
  },
  awayShort: { unreachable: 'Out of reach', refused: 'Key refused' },
  lastSeen: (iso: string | null) => (iso === null ? null : `last seen ${format.time(iso)}`),
  elapsed: (seconds: number, since: Since) => takenBy(seconds, since),
  elapsedOf: (seconds: number, expected: number, since: Since) =>
    `${takenBy(seconds, since)} · usually takes ${format.seconds(Math.round(expected))}`,
  left: (seconds: number) => `about ${format.seconds(coarse(seconds))} left`,
  elapsedOver: (seconds: number, expected: number, since: Since) =>
    `${takenBy(seconds, since)}, longer than usual (${format.seconds(Math.round(expected))})`,
  elapsedShort: (seconds: number, expected: number | null, since: Since) =>
    // “11 s of ~3 s” would be no share of anything.
    expected === null || since !== 'running' || seconds > expected
      ? takenBy(seconds, since)
      : `${takenBy(seconds, since)} of ~${format.seconds(Math.round(expected))}`,
  elapsedCell: (seconds: number, expected: number | null) => {
    const taken = `for ${format.seconds(Math.floor(seconds))}`
    return expected === null || seconds > expected
      ? taken
      : `${taken} of ~${format.seconds(Math.round(expected))}`
  },
  madeIn: (seconds: number) => `made in ${format.seconds(seconds < 10 ? seconds : Math.round(seconds))}`,
  endedAfter: (seconds: number) =>
    `ended after ${format.seconds(seconds < 10 ? seconds : Math.round(seconds))}`,
  notBilled: 'not billed',
  ifAccepted: (price: string) => `${price} if accepted`,
  noPrompt: 'No prompt',

  /** What the runs' own list says too; more of it comes with the stage (`stage-words.ts`). */
  detail: {
    recordUnreadable:
      'Atelier’s record of this run can no longer be read, so it can be neither sent nor retried.',
    reportedAfterClose: 'You closed this run; the service has reported its job since, so it counts.',
    reportedAfterRepeat:
      'You sent this run again; the service has reported this first job since, so both exist and both count.',
  },

  actions: {
    /** Where a batch is being sent: what its Cancel reaches. */
    cancelsUnsent: (unsent: number, sent: number) =>
      `${format.number(unsent)} unsent can still be canceled; ${format.number(sent)} already sent can’t be, because the service has no way to stop a job.`,
  },
}
