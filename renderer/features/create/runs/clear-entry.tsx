import { X } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { useWords } from '../../../words/words-context.tsx'
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

/** Delete clears the entry of the row that has the focus, where it has ended. */
export function clearByKey(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest('[data-row]') : null
  if (event.key !== 'Delete' || !row) return
  row.closest('li')?.querySelector<HTMLElement>('[data-clear]')?.click()
}
