import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { mediaKinds } from '../../../shared/api/media.ts'
import { ledgerSorts, ledgerStates, type SpendSummary } from '../../../shared/bridge/spend-views.ts'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import type { LedgerStore } from './ledger-store.ts'
import styles from './ledger-view.module.css'

interface LedgerFiltersProps {
  readonly ledger: LedgerStore
  readonly summary: SpendSummary
}

const all = 'all'

/** Which lines are listed, in which order. */
export function LedgerFilters({ ledger, summary }: LedgerFiltersProps) {
  const spend = useSpendWords()
  const words = spend.ledger
  const { search, state, modelId, kind, sort, total, lines } = useStore(ledger.store)
  const models = useCatalog((catalog) => catalog.models)
  const input = useRef<HTMLInputElement>(null)
  useKeys([{ key: '/', run: () => input.current?.focus() }])
  const modelIds = new Set([
    ...summary.models.map((model) => model.modelId),
    ...(models ?? []).map(({ id }) => id),
    ...(modelId === null ? [] : [modelId]),
  ])
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <TextInput
          ref={input}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          icon={<Search />}
          maxLength={500}
          value={search}
          onChange={(next) => ledger.filter({ search: next })}
        />
      </div>
      {search !== '' && (
        <IconButton label={words.clearSearch} icon={<X />} onClick={() => ledger.filter({ search: '' })} />
      )}
      <div className={styles.select}>
        <Select
          label={words.state}
          value={state ?? all}
          options={[
            { value: all, label: words.allStates },
            ...ledgerStates.map((value) => ({ value, label: words.states[value] })),
          ]}
          onChange={(next) => ledger.filter({ state: ledgerStates.find((one) => one === next) ?? null })}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={spend.model}
          value={modelId ?? all}
          options={[
            { value: all, label: words.allModels },
            ...[...modelIds].map((value) => ({
              value,
              label: models?.find(({ id }) => id === value)?.label ?? value,
            })),
          ]}
          onChange={(next) => ledger.filter({ modelId: next === all ? null : next })}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={spend.kind}
          value={kind ?? all}
          options={[
            { value: all, label: words.allKinds },
            ...mediaKinds.map((value) => ({ value, label: spend.kinds[value] })),
          ]}
          onChange={(next) => ledger.filter({ kind: mediaKinds.find((one) => one === next) ?? null })}
        />
      </div>
      <div className={styles.sort}>
        <Select
          label={words.sort}
          value={sort}
          options={ledgerSorts.map((value) => ({ value, label: words.sorts[value] }))}
          onChange={(next) => ledger.filter({ sort: ledgerSorts.find((one) => one === next) ?? 'newest' })}
        />
      </div>
      <p className={styles.total} role="status">
        {lines === null ? words.loading : words.count(total)}
      </p>
    </div>
  )
}
