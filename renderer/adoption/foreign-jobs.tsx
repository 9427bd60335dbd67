import { useVirtualizer } from '@tanstack/react-virtual'
import { Square, SquareCheck } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ForeignJob } from '../../shared/bridge/adoption-procedures.ts'
import { rowsOnPage, stepInList } from '../ui/step-in-list.ts'
import { useAdoptionWords } from '../words/adoption-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './adopt-dialog.module.css'
import { type AdoptionState, type AdoptionStore, isChosen, isTakeable } from './adoption-store.ts'

const rowHeight = 44
const rowsAhead = 8

interface ForeignJobsProps {
  readonly adoption: AdoptionStore
  readonly state: AdoptionState
  readonly count: number
}

/** The jobs that were found; only visible rows are rendered, and read. Arrow keys move, Space and a click select. */
export function ForeignJobs({ adoption, state, count }: ForeignJobsProps) {
  const words = useAdoptionWords()
  const [current, setCurrent] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
  })
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown.at(0)?.index ?? 0, shown.at(-1)?.index ?? 0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are forgotten once jobs were taken.
  useEffect(() => {
    adoption.readAround(first)
    adoption.readAround(last)
  }, [adoption, first, last, state.view])

  function go(next: number): void {
    setCurrent(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey) return
    const job = state.jobs[current]
    const next = stepInList(event, { current, count, page: rowsOnPage(scroller.current, rowHeight, 1) })
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') adoption.selectAll(true)
    else if (event.ctrlKey || event.metaKey) return
    else if (event.key === ' ' && job) adoption.toggle(job)
    else if (next !== null) go(next)
    else return
    event.preventDefault()
  }

  const isShown = shown.some(({ index }) => index === current)
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-multiselectable="true"
      aria-label={words.list}
      aria-activedescendant={isShown ? idOf(current) : undefined}
      tabIndex={0}
      className={styles.jobs}
      style={{ '--content': `${count * rowHeight + 2}px` } as CSSProperties}
      onKeyDown={press}
    >
      <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ key, index, start }) => (
          <Row
            key={key}
            job={state.jobs[index]}
            index={index}
            top={start}
            count={count}
            isOn={isOn(state, index)}
            isCurrent={index === current}
            onToggle={(job) => {
              setCurrent(index)
              adoption.toggle(job)
            }}
          />
        ))}
      </div>
    </div>
  )
}

function isOn(state: AdoptionState, index: number): boolean {
  const job = state.jobs[index]
  return job !== undefined && isChosen(state, job)
}

interface RowProps {
  readonly job: ForeignJob | undefined
  readonly index: number
  readonly top: number
  readonly count: number
  readonly isOn: boolean
  readonly isCurrent: boolean
  readonly onToggle: (job: ForeignJob) => void
}

function Row({ job, index, top, count, isOn: isSelected, isCurrent, onToggle }: RowProps) {
  const canBe = job !== undefined && isTakeable(job)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
    <div
      id={idOf(index)}
      role="option"
      aria-selected={isSelected}
      aria-disabled={!canBe || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-current={isCurrent || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => job && onToggle(job)}
    >
      {job && <Cells job={job} isSelected={isSelected} canBe={canBe} />}
    </div>
  )
}

interface CellsProps {
  readonly job: ForeignJob
  readonly isSelected: boolean
  readonly canBe: boolean
}

function Cells({ job, isSelected, canBe }: CellsProps) {
  const words = useAdoptionWords()
  const { reasons } = useWords()
  const { state, modelLabel, kind, prompt, createdAt, files, reason, jobId } = job
  const told = reason === null || typeof reason === 'string' ? reason : reasons.sentence(reason)
  const why = told ?? words.reasons[state]
  const model = modelLabel ?? (kind ? words.kinds[kind] : words.unknownModel)
  const isRead = createdAt !== null
  const Box = isSelected ? SquareCheck : Square
  return (
    <>
      <span className={styles.box} data-on={isSelected || undefined}>
        {canBe && <Box aria-hidden="true" />}
      </span>
      <span className={styles.what}>
        <span className={styles.line}>
          <span data-verbatim className={styles.model}>
            {isRead ? model : jobId}
          </span>
          {createdAt && <span className={styles.faint}>{words.date(createdAt)}</span>}
        </span>
        <span className={styles.second}>
          {canBe || why === '' ? (
            <span data-verbatim={prompt === '' ? undefined : ''}>{prompt === '' ? jobId : prompt}</span>
          ) : (
            <span title={why}>{why}</span>
          )}
        </span>
      </span>
      <span className={styles.state} data-state={state}>
        {state === 'ready' && files !== null ? words.files(files) : words.states[state]}
      </span>
    </>
  )
}

function idOf(index: number): string {
  return `foreign-job-${index}`
}
