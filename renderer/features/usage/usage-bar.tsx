import { Download, Ellipsis, RefreshCw } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { usageExportRoute } from '../../../shared/bridge/media-routes.ts'
import { usageExportFormats } from '../../../shared/bridge/usage-bounds.ts'
import { saveFile } from '../../media/save-file.ts'
import type { DateRange } from '../../reports/utc-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useUsageWords } from '../../words/usage-words.ts'
import { isUsable, presets } from './presets.ts'
import { datesNoteId } from './pull-states.tsx'
import { canJoin, choosableWorkspaces, shownChoice, shownWorkspaces } from './shown-workspaces.ts'
import { toQuery, type UsageStore } from './usage-store.ts'
import styles from './usage-view.module.css'

interface UsageBarProps {
  readonly usage: UsageStore
}

/** Which dates and workspaces are shown, and what can be done with them. */
export const UsageBar = memo(function UsageBar({ usage: usageStore }: UsageBarProps) {
  const usage = useUsageWords()
  const range = useStore(usageStore.store, (state) => state.range)
  const preset = useStore(usageStore.store, (state) => state.preset)
  const workspaces = useStore(usageStore.store, (state) => state.workspaces)
  const chosen = useStore(usageStore.store, (state) => state.chosen)
  const filter = useStore(usageStore.store, (state) => state.filter)
  const shown = shownWorkspaces({ workspaces, chosen })
  const accountIds = shown.map(({ accountId }) => accountId)
  const isBusy = shown.some(({ pull }) => pull.phase === 'pulling' || pull.phase === 'waiting')
  return (
    <div className={styles.bars}>
      <div className={styles.bar}>
        <Segmented
          label={usage.dates}
          options={presets.map((value) => ({ value, label: usage.presets[value] }))}
          value={preset ?? undefined}
          onChange={usageStore.choosePreset}
        />
        <DateInputs range={range} onChange={usageStore.choose} />
        <span className={styles.actions}>
          <Button
            icon={<RefreshCw />}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={() => void usageStore.pull()}
          >
            {usage.refresh}
          </Button>
          <Menu
            label={usage.save}
            icon={<Download />}
            items={usageExportFormats.map((format) => ({
              label: usage.formats[format],
              run: () => saveFile(usageExportRoute(format, { ...range, accountIds, ...toQuery(filter) })),
            }))}
          />
          <Menu
            label={usage.more}
            icon={<Ellipsis />}
            items={[{ label: usage.again, run: () => void usageStore.pull({ again: true }) }]}
          />
        </span>
      </div>
      {workspaces !== null && workspaces.length > 1 && (
        <Segmented
          label={usage.workspace}
          options={[
            ...(canJoin(workspaces) ? [{ value: null, label: usage.all }] : []),
            ...choosableWorkspaces(workspaces).map(({ accountId, name }) => ({
              value: accountId,
              label: usage.workspaceName(name),
            })),
          ]}
          value={shownChoice({ workspaces, chosen })}
          onChange={usageStore.chooseWorkspace}
        />
      )}
    </div>
  )
})

interface DateInputsProps {
  readonly range: DateRange
  readonly onChange: (range: DateRange) => void
}

/** Two dates of the person's own; they take effect when both can be used. */
function DateInputs({ range, onChange }: DateInputsProps) {
  const usage = useUsageWords()
  const [typed, setTyped] = useState(range)
  useEffect(() => setTyped(range), [range])
  const isWrong = !isUsable(typed)

  function change(part: Partial<DateRange>) {
    const next = { ...typed, ...part }
    setTyped(next)
    if (isUsable(next)) onChange(next)
  }

  return (
    <>
      <fieldset className={styles.dates}>
        <legend className="visually-hidden">{usage.dates}</legend>
        {(['from', 'to'] as const).map((end) => (
          <span key={end} className={styles.date}>
            <label htmlFor={`usage-${end}`}>{usage[end]}</label>
            <TextInput
              id={`usage-${end}`}
              type="date"
              value={typed[end]}
              invalid={isWrong}
              aria-describedby={isWrong ? 'usage-dates' : datesNoteId}
              onChange={(value) => change({ [end]: value })}
            />
          </span>
        ))}
      </fieldset>
      {isWrong && (
        <p id="usage-dates" className={styles.wrong} role="alert">
          {usage.wrongDates}
        </p>
      )}
    </>
  )
}
