import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import { isEqual } from '../../../../shared/json-schema/equality.ts'
import { type Estimate, estimate } from '../../../../shared/pricing/estimate.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { type EndsWords, useEndsWords } from '../../../words/ends-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { problemsAtOnce } from '../composer/draft.ts'
import type { FormStore } from '../composer/form-store.ts'
import { type MovedValues, moveValues } from '../composer/move-values.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { labelOf } from './label-of.ts'
import styles from './move-dialog.module.css'

interface MoveDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly form: FormStore
  readonly recipes: RecipesStore
  /** The model that ends, in the form. */
  readonly model: ModelSummary
  /** Its replacement. */
  readonly other: ModelSummary
  readonly onGenerate: () => void
}

/** Carries the form's settings to the replacement: what becomes of each and both prices are shown before (CAT55, CAT56). */
export function MoveDialog({ open, onClose, form, recipes, model, other, onGenerate }: MoveDialogProps) {
  const words = useEndsWords()
  const all = useWords()
  const { catalog } = useAtelier()
  const undoNotes = useFormUndo()
  const values = useStore(form.store, (state) => state.values)
  const from = useStore(form.store, ({ detail }) => (detail?.id === model.id ? detail : null))
  const isComparing = useStore(form.store, ({ axes }) => axes !== null)
  const [read, setRead] = useState<ModelDetail | BridgeFailure | null>(null)
  useEffect(() => {
    if (!open) return
    let isCurrent = true
    setRead(null)
    void catalog.detail(other.id).then((result) => {
      if (isCurrent) setRead(result.ok ? result.value : result.error)
    })
    return () => {
      isCurrent = false
    }
  }, [open, catalog, other.id])
  const to = read && 'schema' in read ? read : null
  const moved = useMemo(() => to && moveValues({ from, to, values }), [from, to, values])
  const price = to && moved ? priceOf(to, moved.values) : null
  const lacking = to && moved ? lackingFields(to, moved, all) : []

  async function load(runs: boolean): Promise<void> {
    if (!moved) return
    const goBack = form.remember(other.id)
    const restored = await form.restore(other.id, moved.values)
    onClose()
    if (!restored) return
    recipes.say(null)
    undoNotes.add({
      text: words.move.moved(other.label),
      label: all.recipes.undo,
      isWhole: true,
      run: goBack,
    })
    // Wildcards make several runs of one prompt: their sum is in the form, not here.
    const plan = form.plan()
    // Prices may have been read anew while the dialog stood: then the form shows the new one, and waits.
    const isAsShown = plan?.count === 1 && isEqual(plan.runs[0]?.estimate, price)
    if (runs && isAsShown && plan.problem === null) onGenerate()
  }

  const canRun = moved !== null && lacking.length === 0 && !isComparing
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.move.title(other.label)}
      description={words.move.intro(model.label, other.label)}
      actions={
        <>
          <Button onClick={onClose}>{words.move.cancel}</Button>
          <Button disabled={!moved} focusableWhenDisabled onClick={() => void load(false)}>
            {words.move.load}
          </Button>
          <Button
            look="primary"
            isPaid
            disabled={!canRun}
            focusableWhenDisabled
            onClick={() => void load(true)}
          >
            {!price || price.kind === 'unlisted'
              ? words.move.runUnlisted
              : words.move.run(all.pricing.amount(price, 1))}
          </Button>
        </>
      }
    >
      {read && 'code' in read && <p>{all.failures.sentence(read)}</p>}
      {!read && <Skeleton height={120} />}
      {moved && to && price && (
        <div className={styles.content}>
          <Prices model={model} other={other} before={from && priceOf(from, values)} after={price} />
          <Parts moved={moved} from={from} to={to} />
          {lacking.length > 0 && (
            <p className={styles.warning}>{words.move.needs(other.label, lacking.join(', '))}</p>
          )}
          {isComparing && <p className={styles.warning}>{words.move.comparing}</p>}
        </div>
      )}
    </Dialog>
  )
}

interface PricesProps {
  readonly model: ModelSummary
  readonly other: ModelSummary
  /** Null where the ending model's form is not known any more. */
  readonly before: Estimate | null
  readonly after: Estimate
}

function Prices({ model, other, before, after }: PricesProps) {
  const words = useEndsWords()
  const { pricing } = useWords()
  return (
    <table className={styles.prices}>
      <caption>{words.move.prices}</caption>
      <tbody>
        {[
          { label: model.label, price: before },
          { label: other.label, price: after },
        ].map(({ label, price }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{pricing.amount(price ?? { kind: 'unlisted' }, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PartsProps {
  readonly moved: MovedValues
  readonly from: ModelDetail | null
  readonly to: ModelDetail
}

function Parts({ moved, from, to }: PartsProps) {
  const words = useEndsWords()
  const all = useWords()
  const there = (name: string) => labelOf(to, name, all)
  const here = (name: string) => labelOf(from ?? to, name, all)
  const parts = {
    carried: moved.carried.map(there),
    changed: moved.changed.map((one) => {
      const before = sayValue(one.before, words, all)
      const after = sayValue(one.after, words, all)
      return one.from === one.to || before === after
        ? words.move.change(here(one.from), there(one.to), before, after)
        : words.move.kept(here(one.from), there(one.to), after)
    }),
    dropped: moved.dropped.map(here),
    added: moved.added.map(there),
  }
  return (
    <dl className={styles.parts}>
      {(['carried', 'changed', 'dropped', 'added'] as const).map((part) => (
        <div key={part} data-part={part}>
          <dt>{words.move.parts[part]}</dt>
          <dd>
            {part === 'changed' && parts.changed.length > 0 ? (
              <ul>
                {parts.changed.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : (
              parts[part].join(', ') || words.move.nothing
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function priceOf({ pricing, schema }: ModelDetail, values: MovedValues['values']): Estimate {
  return estimate({ pricing, schema, values })
}

/** What keeps the moved settings from being sent: required fields that they lack, or faults of others. */
function lackingFields(to: ModelDetail, { values }: MovedValues, words: Words): string[] {
  const names = problemsAtOnce(to, values).map(({ path }) => String(path[0]))
  return [...new Set(names)].map((name) => labelOf(to, name, words))
}

function sayValue(value: unknown, words: EndsWords, { fields }: Words): string {
  if (Array.isArray(value)) return words.move.media(value.length)
  if (typeof value === 'object' && value !== null) return words.move.media(1)
  if (typeof value === 'string') return value.length > 40 ? words.move.media(1) : fields.option(value)
  return String(value)
}
