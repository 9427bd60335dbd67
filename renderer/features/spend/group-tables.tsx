import { useState } from 'react'
import type { SpendModel, SpendSummary } from '../../../shared/bridge/spend-views.ts'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import { Amount } from './amount.tsx'
import { addUp } from './chart-buckets.ts'
import styles from './group-tables.module.css'
import { inCents, type RowInCents } from './in-cents.ts'
import { KeeperCells, KeeperHeads, keeperNoteId } from './keeper-cells.tsx'
import tableStyles from './sum-table.module.css'
import { type SumRow, SumTable } from './sum-table.tsx'

const groups = ['model', 'collection', 'kind', 'account'] as const

/** The period by model, with what was estimated beside what was settled, by kind, or by account. */
export function GroupTables({ summary }: { readonly summary: SpendSummary }) {
  const spend = useSpendWords()
  const labelOf = useAccountLabel()
  const [group, setGroup] = useState<(typeof groups)[number]>('model')
  const tables = {
    model: () => <ModelTable models={summary.models} />,
    collection: () => <CollectionTable summary={summary} />,
    kind: () => <SumTable head={spend.kind} rows={byKind(summary.models, spend.kinds)} />,
    account: () => (
      <SumTable
        head={spend.account}
        rows={summary.totals.map((sums) => ({
          id: sums.account,
          name: spend.accountName(labelOf(sums.account)),
          isVerbatim: true,
          ...sums,
        }))}
      />
    ),
  }
  return (
    <section>
      <div className={styles.head}>
        <Segmented
          label={spend.group}
          value={group}
          options={groups.map((value) => ({ value, label: spend.groups[value] }))}
          onChange={setGroup}
        />
      </div>
      {group === 'model' && hasKeepers(summary.models) && (
        <p id={keeperNoteId} className={styles.footnote}>
          {spend.keepers.note}
        </p>
      )}
      <div className={styles.frame}>{tables[group]()}</div>
      {group === 'model' && <MovedPrices models={summary.models} />}
      <p className={styles.footnote}>{spend.charge}</p>
    </section>
  )
}

function useLabels(): (modelId: string) => string {
  const models = useCatalog((state) => state.models)
  return (id) => models?.find((model) => model.id === id)?.label ?? id
}

function ModelTable({ models }: { readonly models: readonly SpendModel[] }) {
  const spend = useSpendWords()
  const labelOf = useLabels()
  const most = Math.max(1, ...models.map(mostOf))
  const hasUnits = models.some(({ units }) => units !== null)
  const showsKeepers = hasKeepers(models)
  const cents = inCents(models)
  const hasOpen = models.some(({ upToMicroUsd }) => upToMicroUsd > 0)
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{spend.model}</th>
          <th scope="col" className={styles.shareHead}>
            <span className="visually-hidden">{spend.share}</span>
          </th>
          <th scope="col">{spend.runs}</th>
          <th scope="col" title={spend.mostNote}>
            {spend.most}
          </th>
          <th scope="col">{spend.settled}</th>
          <th scope="col">{spend.difference}</th>
          {hasOpen && <th scope="col">{spend.upTo}</th>}
          {hasUnits && <th scope="col">{spend.unitsHead}</th>}
          {showsKeepers && <KeeperHeads />}
        </tr>
      </thead>
      <tbody>
        {models.map((model, at) => (
          <tr key={`${model.modelId} ${model.kind}`}>
            <th scope="row">{labelOf(model.modelId)}</th>
            <td className={styles.share}>
              {mostOf(model) > 0 && <span style={{ width: `${(mostOf(model) / most) * 100}%` }} />}
            </td>
            <td>{spend.jobCount(model.jobs)}</td>
            {model.jobs === model.unlistedJobs ? (
              <>
                <td className={styles.quiet}>{spend.none}</td>
                <td className={styles.quiet}>{spend.onlyUnlisted}</td>
                <td className={styles.quiet}>{spend.none}</td>
              </>
            ) : (
              <>
                <td className={styles.quiet}>
                  <Amount
                    microUsd={model.estimatedMicroUsd}
                    inCents={cents === null ? null : cents[at]?.estimatedMicroUsd}
                  />
                </td>
                <td>
                  <Amount microUsd={model.microUsd} inCents={cents === null ? null : cents[at]?.microUsd} />
                </td>
                <td className={styles.quiet}>
                  <Difference model={model} shown={cents && (cents[at] ?? null)} />
                </td>
              </>
            )}
            {hasOpen && (
              <td>{model.upToMicroUsd > 0 ? <Amount microUsd={model.upToMicroUsd} isMost /> : spend.none}</td>
            )}
            {hasUnits && (
              <td>{model.units ? spend.units(model.units.units, model.units.jobs) : spend.none}</td>
            )}
            {showsKeepers && <KeeperCells model={model} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DifferenceProps {
  readonly model: Pick<SpendModel, 'microUsd' | 'estimatedMicroUsd'>
  /** Null: in full. */
  readonly shown: RowInCents | null
}

/** Of the amounts beside it, in full at hand; below a cent, in full. */
function Difference({ model, shown }: DifferenceProps) {
  const spend = useSpendWords()
  const whole = model.microUsd - model.estimatedMicroUsd
  const full = spend.differenceOf(whole, true)
  const inCents = shown ? shown.microUsd - shown.estimatedMicroUsd : 0
  const text = shown && inCents !== 0 ? spend.differenceOf(inCents) : full
  return <span title={text === full ? undefined : full}>{text}</span>
}

function MovedPrices({ models }: { readonly models: readonly SpendModel[] }) {
  const spend = useSpendWords()
  const labelOf = useLabels()
  const moved = models.flatMap(({ modelId, moved: prices }) => (prices ? [{ modelId, ...prices }] : []))
  return moved.map(({ modelId, thenMicroUsd, nowMicroUsd }) => (
    <p key={modelId} className={styles.moved}>
      {spend.moved(labelOf(modelId), thenMicroUsd, nowMicroUsd)}
    </p>
  ))
}

/** What each collection cost; where there is none, how one is made. */
function CollectionTable({ summary: { collections } }: { readonly summary: SpendSummary }) {
  const spend = useSpendWords()
  if (collections.length === 0) return <p className={styles.footnote}>{spend.collections.empty}</p>
  const rows = collections.map(({ collection, ...sums }) => ({
    id: collection?.collectionId ?? '',
    name: collection?.name ?? spend.collections.none,
    isVerbatim: collection !== null,
    ...sums,
  }))
  return (
    <>
      <SumTable head={spend.collections.head} rows={rows} />
      <p className={styles.footnote}>{spend.collections.note}</p>
    </>
  )
}

function byKind(models: readonly SpendModel[], names: Record<SpendModel['kind'], string>): SumRow[] {
  return [...Map.groupBy(models, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    id: kind,
    name: names[kind],
    ...addUp(ofKind),
  }))
}

/** Without any, neither their columns nor what they are stands there. */
function hasKeepers(models: readonly SpendModel[]): boolean {
  return models.some(({ keepers }) => keepers.files + keepers.besideFiles > 0)
}

/** The most that jobs have cost. */
function mostOf({ microUsd, upToMicroUsd }: SpendModel): number {
  return microUsd + upToMicroUsd
}
