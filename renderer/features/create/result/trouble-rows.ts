import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { AccountLabel } from '../../../words/account-label.ts'
import { failureWords, reasonWords } from '../../../words/reason-words.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { isKeyForbidden, isKeyRefused, type RunPhase } from '../runs/run-phase.ts'

/** What a run without a result shows: what happened, what it costs, what can be done. */
export interface Trouble {
  readonly tone: 'danger' | 'calm'
  readonly title: string
  readonly body: string
  /** The known facts, one per line. */
  readonly facts: readonly string[]
  readonly actions: readonly TroubleAction[]
}

export type TroubleAction =
  | 'sendAgain'
  | 'close'
  | 'retry'
  | 'sendNow'
  | 'remix'
  | 'fetchAgain'
  | 'askAddress'
  | 'fetchNow'
  | 'openSettings'

type LabelOf = (accountId: string) => AccountLabel

type Row = (run: SubmissionView, words: Words, labelOf: LabelOf) => Trouble

const rows: Partial<Record<RunPhase, Row>> = {
  held: (run, words) => ({
    tone: 'calm',
    title: words.create.status.held,
    body: heldBody(run, words),
    facts: run.problem?.code === 'record_unreadable' || isRepriced(run) ? [] : factsOf(run, words),
    actions: isEnded(run) ? ['remix'] : isRepriced(run) ? ['remix', 'sendNow'] : [],
  }),
  failed: (run, words) => ({
    tone: 'danger',
    title: words.create.status.failed,
    body: stageWordsOf(words).failed(run.kind),
    facts: jobFacts(run, words),
    actions: ['remix', 'retry'],
  }),
  cancelled: (run, words) => ({
    tone: 'calm',
    title: words.create.status.cancelled,
    body: stageWordsOf(words).cancelled,
    facts: jobFacts(run, words),
    actions: ['remix', 'retry'],
  }),
  rejected: (run, words) => ({
    tone: 'danger',
    title: rejectedTitle(run, words),
    body: rejectedBody(run, words),
    facts: rejectedFacts(run, words),
    actions: rejectedActions(run),
  }),
  unsent: (run, words) => ({
    tone: 'calm',
    title: words.create.status.unsent,
    body: stageWordsOf(words).unsent,
    facts: factsOf(run, words),
    actions: run.problem?.retryAt ? [] : ['remix', 'retry'],
  }),
  unknown: (run, words) => ({
    tone: 'danger',
    title: words.create.status.unknown,
    body: unknownBody(run, words),
    facts: unknownFacts(run, words),
    actions: ['close', 'sendAgain'],
  }),
  missing: (run, words) => ({
    tone: 'danger',
    title: words.create.status.missing,
    body: stageWordsOf(words).missing,
    facts: missingFacts(run, words),
    actions: [],
  }),
  unreadable: (run, words) => ({
    tone: 'danger',
    title: words.create.status.unreadable,
    body: stageWordsOf(words).unreadable,
    facts: factsOf(run, words),
    actions: [],
  }),
  withdrawn: (_run, words) => ({
    tone: 'calm',
    title: words.create.status.withdrawn,
    body: stageWordsOf(words).withdrawn,
    facts: [],
    actions: ['remix', 'retry'],
  }),
  closed: (run, words) => ({
    tone: 'calm',
    title: words.create.status.closed,
    body: stageWordsOf(words).closed,
    facts: run.sentAt ? [stageWordsOf(words).sentAt(run.sentAt)] : [],
    actions: ['remix'],
  }),
  fetchFailed: (run, words) => ({
    tone: 'danger',
    title: words.create.status.fetchFailed,
    body: stageWordsOf(words).fetchFailed,
    facts: fileFacts(run, words),
    actions: ['fetchAgain'],
  }),
  addressRefused: (run, words) => ({
    tone: 'danger',
    title: words.create.status.addressRefused,
    body: stageWordsOf(words).addressRefused,
    facts: fileFacts(run, words),
    actions: ['askAddress'],
  }),
  elsewhere: (run, words, labelOf) => ({
    tone: 'calm',
    title: words.create.status.elsewhere,
    body: stageWordsOf(words).elsewhere(labelOf(run.absentAccount ?? '')),
    facts: [],
    actions: [],
  }),
  damaged: (run, words) => ({
    tone: 'danger',
    title: stageWordsOf(words).damagedTitle,
    body: stageWordsOf(words).damaged,
    facts: fileFacts(run, words),
    actions: ['fetchAgain'],
  }),
  removed: (_, words) => ({
    tone: 'calm',
    title: words.create.status.removed,
    body: stageWordsOf(words).removed,
    facts: [],
    actions: ['remix'],
  }),
  noRoom: (run, words) => ({
    tone: 'danger',
    title: words.create.status.noRoom,
    body: stageWordsOf(words).noRoom(Math.max(...run.files.map((file) => file.missingBytes ?? 0))),
    facts: [],
    actions: ['fetchNow'],
  }),
}

function isEnded({ problem }: SubmissionView): boolean {
  return problem?.code === 'model_sunset'
}

/** It would cost something else now than it was confirmed for, or its endpoint isn't described any more (CAT65). */
function isRepriced({ problem }: SubmissionView): boolean {
  return problem?.code === 'price_changed'
}

function heldBody(run: SubmissionView, words: Words): string {
  const stage = stageWordsOf(words)
  if (isEnded(run)) return stage.heldByEnd
  if (!isRepriced(run)) return stage.held(holdReason(run, words))
  return run.problem?.cause?.code === 'model_unknown'
    ? stage.heldUndescribed
    : stage.heldByPrice(words.pricing.atMost(run.estimate))
}

export function hasTroubleCard(phase: RunPhase): boolean {
  return rows[phase] !== undefined
}

/** Null where the phase is no trouble. */
export function readTrouble(
  run: SubmissionView,
  phase: RunPhase,
  words: Words,
  labelOf: LabelOf,
): Trouble | null {
  const trouble = rows[phase]?.(run, words, labelOf) ?? null
  if (trouble === null || run.problem?.code !== 'record_unreadable') return trouble
  return { ...trouble, actions: trouble.actions.filter((action) => !needsRecord.has(action)) }
}

/** Actions that need the original request. */
const needsRecord: ReadonlySet<TroubleAction> = new Set(['sendAgain', 'retry', 'sendNow', 'remix'])

function rejectedBody(run: SubmissionView, words: Words): string {
  const { problem, sentAt } = run
  const stage = stageWordsOf(words)
  if (isKeyForbidden({ problem })) return stage.notAllowed
  if (isKeyRefused({ problem })) return stage.keyRefused
  if (problem?.code === 'model_sunset') return sentAt === null ? stage.endedUnsent : stage.ended
  if (sentAt === null) return stage.rejectedUnsent
  const style = refusedStyle(run)
  return style ? stage.rejectedStyle(style.id) : stage.rejected
}

/** The style that the service’s words are about, by its id where they tell it; null where they are about none. */
function refusedStyle({ problem, values }: SubmissionView): { readonly id: string | null } | null {
  const words = problem?.cause === undefined ? (problem?.message ?? '') : ''
  const { styles } = values
  const ids = Array.isArray(styles) ? styles.map((style: unknown) => idOf(style)) : []
  const hasStyles = ids.length > 0 || Array.isArray(values.style_images)
  if (!hasStyles || !/style/i.test(words)) return null
  const at = /\bstyles[.[](\d+)/.exec(words)?.[1]
  const named = ids.find((id) => id !== null && words.includes(id))
  return { id: (at === undefined ? named : ids[Number(at)]) ?? (ids.length === 1 ? ids[0] : null) ?? null }
}

function idOf(style: unknown): string | null {
  const id = typeof style === 'object' && style !== null && 'id' in style ? style.id : null
  return typeof id === 'string' ? id : null
}

function fileFacts({ files }: SubmissionView, words: Words): string[] {
  return files.flatMap(({ failure }) => (failure ? [failureWords(failure, words)] : []))
}

function rejectedTitle(run: SubmissionView, words: Words): string {
  if (isKeyForbidden(run)) return stageWordsOf(words).notAllowedTitle
  return isKeyRefused(run) ? stageWordsOf(words).keyRefusedTitle : words.create.status.rejected
}

/** Nothing is wrong with the run itself where its key was refused: with another key it is sent as it was. */
function rejectedActions(run: SubmissionView): readonly TroubleAction[] {
  if (isKeyForbidden(run)) return ['remix', 'openSettings']
  return isKeyRefused(run) ? ['openSettings', 'retry'] : ['remix']
}

function rejectedFacts({ problem }: SubmissionView, words: Words): string[] {
  return problem && reasonWords(problem, words) !== '' ? [rejectedFact(problem, words)] : []
}

/** The service’s own words are quoted, with its status; ours are not. */
function rejectedFact(problem: NonNullable<SubmissionView['problem']>, words: Words): string {
  return stageWordsOf(words).rejectedWords(
    reasonWords(problem, words),
    problem.cause === undefined ? problem.status : null,
  )
}

function jobFacts({ job }: SubmissionView, words: Words): string[] {
  return job?.error ? [stageWordsOf(words).serviceSays(job.error.code, job.error.message)] : []
}

function factsOf(run: SubmissionView, words: Words): string[] {
  const { problem } = run
  if (!problem) return []
  const why = reasonWords(problem, words)
  return [
    ...(why === '' ? [] : [why]),
    ...(problem.retryAt ? [stageWordsOf(words).retryAt(problem.retryAt)] : []),
  ]
}

/** A response that came, of whatever kind, was not lost. */
function unknownBody(run: SubmissionView, words: Words): string {
  const stage = stageWordsOf(words)
  const status = run.problem?.status ?? null
  if (isAbsent(run)) return stage.unknownAbsent
  if (status === null) return stage.unknown
  return status >= 500 ? stage.unknownFailed(status) : stage.unknownStatus(status)
}

function unknownFacts(run: SubmissionView, words: Words): string[] {
  const stage = stageWordsOf(words)
  const price = words.pricing.atMost(run.estimate)
  // The body says that status.
  const isSaid = run.problem?.cause?.code === 'answer_status' && !isAbsent(run)
  const why = run.problem && !isSaid ? reasonWords(run.problem, words) : ''
  return [
    ...(run.sentAt ? [stage.sentAt(run.sentAt)] : []),
    ...(why === '' ? [] : [stage.serviceWords(why)]),
    ...(run.problem?.listing ? [stage.listing(run.problem.listing)] : []),
    price === null ? stage.unknownPriceUnlisted : stage.unknownPrice(price),
  ]
}

/** Whether the service’s own listing of jobs lacks it. */
export function isAbsent({ problem }: SubmissionView): boolean {
  return problem?.listing?.outcome === 'absent'
}

/** Whether that listing is still being searched: sending again can wait. */
export function isSearched({ problem }: SubmissionView): boolean {
  return problem?.listing?.outcome === 'searching'
}

function missingFacts({ problem }: SubmissionView, words: Words): string[] {
  if (!problem) return []
  return [
    rejectedFact(problem, words),
    ...(problem.retryAt ? [stageWordsOf(words).polledAgainAt(problem.retryAt)] : []),
  ]
}

function holdReason(run: SubmissionView, { create, holdTitles }: Words): string {
  switch (run.problem?.code) {
    case 'insufficient_balance':
      return holdTitles.insufficientBalance
    case 'rate_limited':
      return holdTitles.rateLimited
    case 'unauthorized':
      return holdTitles.unauthorized
    case 'record_unreadable':
      return create.detail.recordUnreadable
    case 'not_connected':
      return holdTitles.noKey
    default:
      return holdTitles.unavailable
  }
}
