import { Minus, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { isMac, useKeys } from '../../shell/keys.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useWords, type Words } from '../../words/words-context.tsx'
import { estimateOf } from './confirm-runs.ts'
import { mostRuns } from './draft-storage.ts'
import { type FormModel, type Refusal, seedField } from './form-store.ts'
import styles from './run-bar.module.css'

interface RunBarProps {
  readonly form: FormModel
  readonly onGenerate: () => void
}

/** What it will cost and how that comes about, how many runs, and the button that may cost it. */
export function RunBar({ form, onGenerate }: RunBarProps) {
  const { create, pricing, shell, models: modelWords } = useWords()
  const { detail, values, runs, sending, refusal } = useStore(form.store)
  const models = useCatalog((state) => state.models)
  const summary = models?.find((model) => model.id === detail?.id)
  const blocked = summary?.deprecation?.state === 'sunset'
  const estimate = detail ? estimateOf(detail, values) : null
  useKeys([{ key: 'Enter', mod: true, run: onGenerate }])
  return (
    <div className={styles.bar}>
      {refusal && <RefusalNote refusal={refusal} />}
      {!refusal && summary?.path === null && <p className={styles.note}>{modelWords.noPathNote}</p>}
      {!refusal && blocked && <p className={styles.note}>{create.modelGone}</p>}
      {!refusal && runs > 1 && values[seedField] !== undefined && (
        <p className={styles.note}>{create.sameSeed(runs)}</p>
      )}
      <output className={styles.price} aria-label={create.estimate}>
        {estimate && (
          <>
            <span className={styles.amount} data-quiet={estimate.kind === 'unlisted' || undefined}>
              {pricing.amount(estimate, runs)}
            </span>
            <span className={styles.working}>{pricing.working(estimate, runs)}</span>
          </>
        )}
      </output>
      <div className={styles.line}>
        <Runs runs={runs} onChange={form.setRuns} />
        <span className={styles.generate}>
          <Button
            look="primary"
            size="large"
            disabled={!detail || sending || blocked}
            focusableWhenDisabled
            aria-keyshortcuts="Control+Enter"
            onClick={onGenerate}
          >
            {sending ? create.generating : create.generate}
            <span className={styles.keys} aria-hidden="true">
              {isMac ? shell.keyNames.command : shell.keyNames.mod} {shell.keyNames.enterSign}
            </span>
          </Button>
        </span>
      </div>
    </div>
  )
}

function Runs({ runs, onChange }: { readonly runs: number; readonly onChange: (runs: number) => void }) {
  const { create } = useWords()
  return (
    <fieldset className={styles.runs} aria-label={create.runs}>
      <IconButton
        small
        label={create.fewerRuns}
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
        icon={<Plus />}
        disabled={runs >= mostRuns}
        onClick={() => onChange(runs + 1)}
      />
    </fieldset>
  )
}

function RefusalNote({ refusal }: { readonly refusal: Refusal }) {
  const words = useWords()
  return (
    <p role="alert" className={styles.note} data-tone="danger">
      {refusalWords(refusal, words)}
    </p>
  )
}

function refusalWords(refusal: Refusal, { create, failures, pricing }: Words): string {
  switch (refusal.kind) {
    case 'problems':
      return create.problems(refusal.count)
    case 'price-changed':
      return create.priceChanged(pricing.amount(refusal.before, 1), pricing.amount(refusal.now, 1))
    case 'failure':
      return refusal.failure.code === 'disconnected' ? create.confirmLost : failures.sentence(refusal.failure)
  }
}
