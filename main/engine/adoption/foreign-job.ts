import { isTerminal, type Job } from '../../../shared/api/job.ts'
import { type MediaKind, mediaKinds } from '../../../shared/api/media.ts'
import type { ForeignJob, ForeignJobState } from '../../../shared/bridge/adoption-procedures.ts'
import type { ModelSummary } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import { readInputReference } from '../../../shared/form/input-reference.ts'
import { boundText } from '../../../shared/json/bound-text.ts'
import { fromGenerate } from '../recovery/match-listing.ts'
import type { ListedJob } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'

/** A job as far as it is known, and what can be done with it. */
export interface FoundJob extends Pick<ListedJob, 'path' | 'body' | 'model'> {
  readonly jobId: string
  /** By the service's clock; null while it was not read. */
  readonly createdAt: number | null
  readonly files: number | null
  readonly state: ForeignJobState
  /** What its first file is by its address; null while that tells nothing. */
  readonly kind: MediaKind | null
  readonly submissionId: string | null
  readonly reason: Reason | null
}

export type OfferedModel = Pick<ModelSummary, 'id' | 'label' | 'kind' | 'path'>

/** Stands for the model of a job of which nothing tells it, as for files of other programs. */
const unknownModel = 'unknown'
const longestPrompt = 200
/** The most of a request that is kept, as JSON. */
const mostOfRequest = 64 * 1024

export function unread(jobId: string, state: ForeignJobState, reason: Reason | null = null): FoundJob {
  return {
    ...{ jobId, state, reason },
    ...{ createdAt: null, path: null, body: null, files: null, kind: null, submissionId: null },
  }
}

export function fromRow({ jobId, createdAt, path, body, model, status, files }: ListedJob): FoundJob {
  return {
    ...unread(jobId, stateOf(status, files)),
    ...{ createdAt, path, body: body && keptRequest(body), files: files ?? null },
    ...(model !== undefined && { model }),
  }
}

/** A job as it was read by its id, with what the listing, or its own record, says of its request. */
export function fromJob(job: Job, row: ListedJob): FoundJob {
  const urls = job.result?.urls ?? []
  const found = fromRow({ ...row, status: job.status, files: isTerminal(job.status) ? urls.length : 0 })
  return { ...found, kind: kindOfAddress(urls[0]), reason: job.error?.message ?? null }
}

/** A job that a run here has. */
export function fromRun(jobId: string, { submissionId, path, values, job, kind }: Submission): FoundJob {
  const createdAt = job && Date.parse(job.created_at)
  return { ...unread(jobId, 'here'), createdAt, path, body: values, kind, submissionId }
}

/** Where a listing gives no status, reading the job will tell. */
function stateOf(status: string | undefined, files: number | undefined): ForeignJobState {
  if (status === undefined) return 'ready'
  if (!isTerminal(status)) return 'running'
  if (status === 'failed' || status === 'cancelled') return status
  return files === 0 ? 'empty' : 'ready'
}

export function mayBeTaken({ state }: Pick<FoundJob, 'state'>): boolean {
  return state === 'ready' || state === 'running'
}

export function viewOfJob(
  found: FoundJob,
  models: readonly OfferedModel[],
  labelOf: (modelId: string) => string,
): ForeignJob {
  const { jobId, state, createdAt, files, submissionId, reason } = found
  const made = whatMade(found, models)
  const isNamed = made.modelId !== unknownModel
  return {
    ...{ jobId, state, files, submissionId, reason },
    modelId: isNamed ? made.modelId : null,
    modelLabel: isNamed ? (made.label ?? labelOf(made.modelId)) : null,
    kind: made.kind,
    prompt: boundText(promptOf(found.body), longestPrompt),
    createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
  }
}

/** The run of such a job, ready to be written: nothing of it was ever sent from here. */
export function runOfJob(
  found: FoundJob,
  job: Job,
  {
    models,
    now,
    ...own
  }: Pick<Submission, 'submissionId' | 'batchId' | 'serviceId'> & {
    readonly models: readonly OfferedModel[]
    readonly now: number
  },
): Submission & { readonly job: Job } {
  const { modelId, kind } = whatMade(found, models)
  const createdAt = Math.min(now, Date.parse(job.created_at))
  return {
    ...own,
    modelId,
    kind: kind ?? 'image',
    path: found.path ?? '',
    values: { ...found.body },
    bodySha256: '',
    // What it cost is told by no response, and Atelier confirmed no price (decisions/0240).
    estimate: { kind: 'unlisted' },
    settled: null,
    state: 'accepted',
    attempts: 0,
    confirmedAt: createdAt,
    updatedAt: now,
    sentAt: isTerminal(job.status) ? null : createdAt,
    problem: null,
    job,
    jobMilliseconds: null,
    repeats: null,
  }
}

interface Made {
  readonly modelId: string
  readonly label: string | null
  readonly kind: MediaKind | null
}

/** By the path of its request, else by what the service calls its model; a path that nobody offers is a name as well. */
function whatMade({ path, model, kind }: FoundJob, models: readonly OfferedModel[]): Made {
  const name = model?.toLowerCase()
  const own = path === null ? null : fromGenerate(path)
  const known =
    models.find((one) => own !== null && one.path !== null && fromGenerate(one.path) === own) ??
    models.find(({ id, label, path: at }) => {
      if (name === undefined) return false
      return (
        id.toLowerCase() === name || label.toLowerCase() === name || at?.toLowerCase().endsWith(`/${name}`)
      )
    })
  if (known) return { modelId: known.id, label: known.label, kind: known.kind }
  const [, first, ...rest] = /^\/generate\/([^/]+)\/(.+)$/.exec(own ?? '') ?? []
  return {
    modelId: plainName(rest[0] ?? model ?? ''),
    label: null,
    kind: mediaKinds.find((one) => one === first) ?? kind,
  }
}

/** In names of files and in filters: letters, digits and hyphens. */
function plainName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 60).replace(/-+$/, '') || unknownModel
}

function promptOf(body: object | null): string {
  const prompt: unknown = body && Object.hasOwn(body, 'prompt') ? Reflect.get(body, 'prompt') : ''
  return typeof prompt === 'string' ? prompt : ''
}

/**
 * A request from outside as the values of a run: without the bytes of files, without references to files of the person's
 * own, which nobody else can mean, and within bounds, the prompt before anything else.
 */
export function keptRequest(body: object): Readonly<Record<string, unknown>> {
  const members = Object.entries(body).toSorted(([one], [other]) => rank(one) - rank(other))
  const kept: [string, unknown][] = []
  let length = 0
  for (const [name, value] of members) {
    const plain = withoutFiles(value)
    if (plain === undefined) continue
    length += name.length + JSON.stringify(plain).length
    if (length > mostOfRequest) break
    kept.push([name, plain])
  }
  return Object.fromEntries(kept)
}

function rank(name: string): number {
  return name === 'prompt' ? 0 : 1
}

function withoutFiles(value: unknown): unknown {
  if (typeof value === 'string')
    return /^\s*data:/i.test(value) || readInputReference(value) !== null ? undefined : value
  if (Array.isArray(value)) return value.map(withoutFiles).filter((one) => one !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutFiles(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

const kinds: Readonly<Record<string, MediaKind>> = {
  ...{ png: 'image', jpg: 'image', jpeg: 'image', webp: 'image', gif: 'image', avif: 'image' },
  ...{ mp4: 'video', mov: 'video', webm: 'video', m4v: 'video' },
  ...{ wav: 'audio', mp3: 'audio', flac: 'audio', ogg: 'audio', m4a: 'audio', aac: 'audio' },
}

function kindOfAddress(url: string | undefined): MediaKind | null {
  const [, ending = ''] = /\.([a-z0-9]{2,5})$/i.exec(URL.parse(url ?? '')?.pathname ?? '') ?? []
  const name = ending.toLowerCase()
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}
