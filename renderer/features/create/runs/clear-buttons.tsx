import { ListX, X } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { isOver } from './cleared-runs.ts'
import styles from './run-list.module.css'
import type { RunsStore } from './runs-store.ts'
import { useClear } from './use-clear.ts'

interface ClearEntryProps {
  readonly batchId: string
  readonly title: string
  readonly runs: RunsStore
}

/** Clears one entry of the list; by keyboard, Delete on its row does. */
export const ClearEntry = memo(function ClearEntry({ batchId, title, runs }: ClearEntryProps) {
  const { create } = useWords()
  const clear = useClear(runs)
  return (
    <span className={styles.clear}>
      <IconButton
        small
        data-clear
        tabIndex={-1}
        label={create.clear.one(title)}
        shortcut={create.clear.key}
        icon={<X />}
        onClick={(event) => {
          focusNeighbour(event.currentTarget)
          void clear(batchId)
        }}
      />
    </span>
  )
})

/** The button disappears with its entry. */
function focusNeighbour(button: HTMLElement) {
  const entry = button.closest('li')
  const next = entry?.nextElementSibling ?? entry?.previousElementSibling
  next?.querySelector<HTMLElement>('[data-row]')?.focus()
}

/** Clears everything that has ended from the list. */
export function ClearEnded({ runs }: { readonly runs: RunsStore }) {
  const { create } = useWords()
  const clear = useClear(runs)
  const canClear = runs.entries().some((entry) => isOver(entry.kind === 'run' ? [entry.run] : entry.runs))
  return (
    <IconButton
      small
      label={create.clear.all}
      icon={<ListX />}
      disabled={!canClear}
      focusableWhenDisabled
      onClick={() => void clear('ended')}
    />
  )
}
