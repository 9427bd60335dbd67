import { type KeyboardEvent, useRef } from 'react'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { comparedSeconds } from '../../../../shared/pricing/estimate.ts'
import { usePickerWords } from '../../../words/picker-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { filtersOf, type Tab, tabs, type Wanted } from './arrange-models.ts'
import styles from './picker-head.module.css'

interface PickerHeadProps {
  readonly models: readonly ModelSummary[]
  readonly wanted: Wanted
  /** Whether the lowest price is first, by the filter or by the search. */
  readonly isByPrice: boolean
  readonly onWant: (change: Partial<Wanted>) => void
  /** The id of the list's panel. */
  readonly panelId: string
}

/** The tabs and filters between the search and the list. */
export function PickerHead({ models, wanted, isByPrice, onWant, panelId }: PickerHeadProps) {
  const { models: words } = useWords()
  const picker = usePickerWords()
  const { tab, traits, cheapestFirst } = wanted
  return (
    <div className={styles.head}>
      <Tabs tab={tab} panelId={panelId} onTab={(next) => onWant({ tab: next })} />
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{picker.filters}</legend>
        {filtersOf(models, wanted).map((trait) => (
          <Filter
            key={trait}
            text={words.takes[trait]}
            isOn={traits.includes(trait)}
            onToggle={(isOn) =>
              onWant({ traits: isOn ? [...traits, trait] : traits.filter((other) => other !== trait) })
            }
          />
        ))}
        <Filter
          text={picker.cheapestFirst}
          isOn={cheapestFirst}
          onToggle={(isOn) => onWant({ cheapestFirst: isOn })}
        />
      </fieldset>
      {isByPrice && <p className={styles.note}>{picker.cheapestNote(comparedSeconds)}</p>}
    </div>
  )
}

interface TabsProps {
  readonly tab: Tab
  readonly panelId: string
  readonly onTab: (tab: Tab) => void
}

function Tabs({ tab, panelId, onTab }: TabsProps) {
  const { models: words } = useWords()
  const picker = usePickerWords()
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length
    onTab(tabs[next] ?? 'all')
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={picker.tabs} className={styles.tabs}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={panelId}
          tabIndex={one === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => onTab(one)}
          onKeyDown={move}
        >
          {one === 'all' ? picker.all : words.kind(one)}
        </button>
      ))}
    </div>
  )
}

interface FilterProps {
  readonly text: string
  readonly isOn: boolean
  readonly onToggle: (isOn: boolean) => void
}

function Filter({ text, isOn, onToggle }: FilterProps) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.filter} onClick={() => onToggle(!isOn)}>
      {text}
    </button>
  )
}
