import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { ModelSummary, StudioStatus } from '../../../../shared/bridge/views.ts'
import { useIntakeState } from '../../../forms/intake-context.tsx'
import { unfinishedInput } from '../../../forms/intake-store.ts'
import { seedField } from '../../../forms/roll-seed.ts'
import { useAtelier, useCatalog, useStudio } from '../../../shell/atelier-context.tsx'
import { isMac, useKeys } from '../../../shell/keys.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { mostRuns } from '../composer/draft-storage.ts'
import type { Refusal } from '../composer/form-state.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { PlanProblem } from '../composer/plan-runs.ts'
import { PriceLines } from './price-lines.tsx'
import styles from './run-bar.module.css'

interface RunBarProps {
  readonly form: FormStore
  /** Ways to make several different runs. */
  readonly tools: ReactNode
  readonly onGenerate: () => void
  /** Moves the focus to a field of the form. */
  readonly onField: (name: string) => void
}

/** The price and its calculation, the number of runs, and the Generate button. */
export function RunBar({ form, tools, onGenerate, onField }: RunBarProps) {
  const { create, shell } = useWords()
  const { detail, runs, sending: isUnderWay, values, axes, details } = useStore(form.store)
  const isConfirming = useStore(form.confirmation.store, ({ question }) => question !== null)
  const sending = isUnderWay && !isConfirming
  const models = useCatalog((state) => state.models)
  const summary = models?.find((model) => model.id === detail?.id)
  const blocked = summary?.deprecation?.state === 'sunset'
  const isOpen = useStudio(({ status }) => status !== null && status.service.failure === null)
  const plan = form.plan()
  const unfinished = useIntakeState(unfinishedInput)
  const generate = () => {
    finishWriting()
    onGenerate()
  }
  useKeys([{ key: 'Enter', mod: true, first: true, once: true, run: generate }])
  return (
    <div className={styles.bar}>
      {tools}
      <Notes form={form} summary={summary} />
      {detail && plan && (
        <PriceLines plan={plan} detail={detail} form={{ values, axes, details }} onField={onField} />
      )}
      <div className={styles.line}>
        {axes === null && <Runs runs={runs} onChange={form.setRuns} />}
        <span className={styles.generate}>
          <Button
            look="primary"
            size="large"
            isPaid
            disabled={
              !detail || !isOpen || sending || blocked || unfinished !== null || plan?.problem != null
            }
            focusableWhenDisabled
            aria-keyshortcuts="Control+Enter"
            data-generate=""
            onClick={generate}
          >
            {sending ? create.generating : create.generate(plan?.count ?? 1)}
            <span className={styles.keys} aria-hidden="true">
              {isMac ? shell.keyNames.command : shell.keyNames.mod} {shell.keyNames.enterSign}
            </span>
          </Button>
        </span>
      </div>
    </div>
  )
}

/** Some fields keep what is written when they are left, and neither the key nor the button leaves them. */
function finishWriting(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

function Runs({ runs, onChange }: { readonly runs: number; readonly onChange: (runs: number) => void }) {
  const { create } = useWords()
  const isMost = runs >= mostRuns
  return (
    <fieldset className={styles.runs} aria-label={create.runs}>
      <IconButton
        small
        label={create.fewerRuns}
        tip={null}
        icon={<Minus />}
        disabled={runs <= 1}
        onClick={() => onChange(runs - 1)}
      />
      <output className={styles.count} aria-label={create.runs}>
        {runs}
      </output>
      <IconButton
        small
        label={create.moreRuns}
        tip={null}
        icon={<Plus />}
        disabled={isMost}
        focusableWhenDisabled
        aria-description={isMost ? create.mostRuns(mostRuns) : undefined}
        onClick={() => onChange(runs + 1)}
      />
    </fieldset>
  )
}

interface NotesProps {
  readonly form: FormStore
  readonly summary: ModelSummary | undefined
}

/** Obstacles to a run, or notes about it. */
function Notes({ form, summary }: NotesProps) {
  const words = useWords()
  const { create, models: modelWords } = words
  const models = useCatalog((state) => state.models)
  const { values, runs, refusal, axes } = useStore(form.store)
  const service = useStudio(({ status }) => status?.service)
  const problem = form.plan()?.problem
  const unfinished = useIntakeState(unfinishedInput)
  const labelOf = (id: string) => models?.find((model) => model.id === id)?.label ?? id
  if (service && service.failure !== null) return <NotOpenNote kind={service.kind} />
  const lacksPath = summary?.path === null
  // What is wrong with values is known only of a model that is known.
  if (refusal && !(lacksPath && refusal.kind === 'problems')) {
    return (
      <p
        role="alert"
        className={styles.note}
        data-tone={refusal.kind === 'sent-before' ? undefined : 'danger'}
      >
        {refusalWords(refusal, words, labelOf)}
      </p>
    )
  }
  if (lacksPath) {
    const isConnecting = service?.baseUrl === ''
    const note = isUnreached(service) ? create.notReached : modelWords.noPathNote
    return <p className={styles.note}>{isConnecting ? create.connecting(service.kind) : note}</p>
  }
  if (summary?.deprecation?.state === 'sunset') return <p className={styles.note}>{create.modelGone}</p>
  if (unfinished) return <p className={styles.note}>{create.unfinished[unfinished]}</p>
  if (problem) return <p className={styles.note}>{problemWords(problem, words, labelOf)}</p>
  const isSameSeed = axes === null && runs > 1 && values[seedField] !== undefined
  if (isSameSeed) return <p className={styles.note}>{create.sameSeed(runs)}</p>
  const isMost = axes === null && runs >= mostRuns
  return isMost ? <p className={styles.note}>{create.mostRuns(mostRuns)}</p> : null
}

/** Whether the service offers nothing because it could not be asked. */
function isUnreached(service: StudioStatus['service'] | undefined): boolean {
  if (!service || service.described) return false
  const { state, lastSeenAt } = service.health
  return state === 'unreachable' || lastSeenAt === null
}

function problemWords(
  problem: PlanProblem,
  { create, fields }: Words,
  labelOf: (modelId: string) => string,
): string {
  switch (problem.kind) {
    case 'too-many':
      return create.plan.tooMany(problem.count, mostRunsOfBatch)
    case 'empty-axis':
      return create.plan.emptyAxis
    case 'lacks':
      return create.plan.lacks(labelOf(problem.modelId), fields.label(problem.field, null))
    case 'ended':
      return create.plan.ended(labelOf(problem.modelId))
    case 'wildcards':
      return create.plan.wildcards(problem.count)
    case 'loading':
      return create.plan.loading
  }
}

function refusalWords(
  refusal: Refusal,
  { create, failures, fields, pricing }: Words,
  labelOf: (modelId: string) => string,
): string {
  switch (refusal.kind) {
    case 'problems':
      return create.problems(refusal.count)
    case 'run-problem':
      return create[refusal.asSent ? 'fileProblem' : 'runProblem'](
        labelOf(refusal.modelId),
        fields.label(refusal.field, null),
        fields.problem(refusal.reason),
      )
    case 'price-changed':
      return create.priceChanged(pricing.ofRuns(refusal.before), pricing.ofRuns(refusal.now))
    case 'sent-before':
      return create.sentBefore
    case 'failure':
      return refusal.failure.code === 'disconnected' ? create.confirmLost : failures.sentence(refusal.failure)
  }
}

/** Nothing can be made without a connection; the banner says why and retries, this leads to another service. */
function NotOpenNote({ kind }: { readonly kind: StudioStatus['service']['kind'] }) {
  const { create } = useWords()
  const { router } = useAtelier()
  return (
    <div className={styles.way}>
      <p className={styles.note} data-tone="danger">
        {create.notOpen[kind]}
      </p>
      <Button onClick={() => router.go('settings')}>{create.openSettings}</Button>
    </div>
  )
}
