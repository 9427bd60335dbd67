import { Fragment } from 'react'
import type { BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import type { Total } from '../../../../shared/pricing/total.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { narrowingFields, type Plan, type PlanInput } from '../composer/plan-runs.ts'
import styles from './run-bar.module.css'

interface PriceLinesProps {
  readonly plan: Plan
  readonly detail: ModelDetail
  readonly form: Pick<PlanInput, 'values' | 'axes' | 'details'>
  readonly onField: (name: string) => void
}

/** The price of the form's runs, its calculation, the fields that would narrow it, and the rest of the budget. */
export function PriceLines({ plan, detail, form, onField }: PriceLinesProps) {
  const words = useWords()
  const { create, pricing } = words
  const alike = alikeOf(plan)
  const fields = narrowingFields(plan, { detail, ...form })
  const isQuiet = alike?.kind === 'unlisted' || plan.problem !== null
  const isSandbox = useStudio(({ status }) => status?.service.kind === 'sandbox')
  const paidBy = usePaidBy(isSandbox)
  const isPriced = plan.unpriced.length === 0
  return (
    <>
      <output className={styles.price} aria-label={create.estimate}>
        {!isPriced && <Unpriced fields={plan.unpriced} detail={detail} onField={onField} />}
        {isPriced && plan.problem === null && (
          <>
            <span className={styles.amount} data-quiet={isQuiet || undefined}>
              {alike ? pricing.amount(alike, plan.count) : pricing.total(plan.total)}
            </span>
            {!(isSandbox && alike?.kind === 'unlisted') && (
              <span className={styles.working}>
                {alike ? workingOf(alike, plan.total, pricing) : pricing.totalWorking(plan.total)}
              </span>
            )}
            {paidBy !== null && <span className={styles.real}>{paidBy}</span>}
          </>
        )}
      </output>
      {isPriced && fields.length > 0 && <Narrowing fields={fields} detail={detail} onField={onField} />}
      <BudgetLeft total={plan.total} />
    </>
  )
}

/** Whose money it is: always said of the sandbox's, and of an account where there are several. */
function usePaidBy(isSandbox: boolean): string | null {
  const { pricing } = useWords()
  const account = useActiveAccount()
  const isOneOfMany = useStudio(({ settings }) => (settings?.accounts.length ?? 0) > 1)
  const labelOf = useAccountLabel()
  if (isSandbox) return pricing.notReal
  return isOneOfMany && account !== null ? pricing.paidBy(labelOf(account)) : null
}

/** The price that all runs have; null where they differ. */
function alikeOf({ runs }: Plan): Estimate | null {
  const [first] = runs
  return first && runs.every((run) => run.estimate === first.estimate) ? first.estimate : null
}

/** The buttons below name the fields that narrow a range. */
function workingOf(estimate: Estimate, total: Total, pricing: Words['pricing']): string | null {
  const working = pricing.working(estimate, total.runs)
  return working === null && estimate.kind === 'range' && total.runs > 1
    ? pricing.totalWorking(total)
    : working
}

interface NarrowingProps {
  readonly fields: readonly string[]
  readonly detail: ModelDetail
  readonly onField: (name: string) => void
}

function Narrowing({ fields, detail, onField }: NarrowingProps) {
  const { pricing } = useWords()
  return (
    <p className={styles.narrow}>
      {pricing.narrow}
      {fields.map((name) => (
        <FieldButton key={name} name={name} detail={detail} purpose={pricing.narrowBy} onField={onField} />
      ))}
    </p>
  )
}

/** A price for unsendable runs would mislead: the obstacle is shown instead. */
function Unpriced({ fields, detail, onField }: NarrowingProps) {
  const { pricing } = useWords()
  const [before, after] = pricing.unpriced(fields.length)
  return (
    <span className={styles.narrow} data-instead>
      {before}{' '}
      {fields.map((name) => (
        <Fragment key={name}>
          <FieldButton name={name} detail={detail} onField={onField} />{' '}
        </Fragment>
      ))}
      {after}
    </span>
  )
}

interface FieldButtonProps extends Omit<NarrowingProps, 'fields'> {
  readonly name: string
  /** What it is for, where the context doesn't say so. */
  readonly purpose?: (label: string) => string
}

/** Leads to a field, by the label that the form gives it. */
function FieldButton({ name, detail, purpose, onField }: FieldButtonProps) {
  const { fields } = useWords()
  const title: unknown = ownMember(requestFields(detail.schema), name)?.title
  const label = fields.label(name, typeof title === 'string' ? title : null)
  return (
    <button
      type="button"
      className={styles.field}
      aria-label={purpose?.(label)}
      onClick={() => onField(name)}
    >
      {label}
    </button>
  )
}

function BudgetLeft({ total }: { readonly total: Total }) {
  const { pricing } = useWords()
  const budget = useStudio((state) => state.status?.budget)
  const labelOf = useAccountLabel()
  const account = labelOf(useActiveAccount() ?? '')
  if (!budget) return null
  const periods = (['day', 'month', 'session'] as const).flatMap((name) => {
    const period = budget[name]
    return period ? [{ name, period, isOver: isOver(period, total) }] : []
  })
  if (periods.length === 0) return null
  return (
    <p className={styles.budget}>
      {periods.map(({ name, period, isOver: over }) => (
        <span key={name} data-over={over || undefined}>
          {pricing.left(name, period, total, account)}
        </span>
      ))}
    </p>
  )
}

function isOver({ limit, committed }: NonNullable<BudgetStatus['day']>, { boundMicroUsd }: Total): boolean {
  return committed >= limit || committed + boundMicroUsd > limit
}
