import { useId } from 'react'
import { microUsd } from '../../../shared/pricing/money.ts'
import { type ReadDollars, readDollars, writeDollars } from '../../../shared/pricing/read-dollars.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { KeptText } from './kept-text.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

const rows = { agentsPerDay: 'perDay', agentsAskAbove: 'askAbove' } as const

interface AgentsSectionProps {
  readonly settings: Settings
  readonly dataFolder: string
}

/** What agents may spend by themselves, and from which price on they need the person (AGENT15). */
export function AgentsSection({ settings, dataFolder }: AgentsSectionProps) {
  const words = useSettingsWords()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.agents.title}</h2>
      <p className={styles.note}>{words.agents.note}</p>
      <AmountRow setting="agentsPerDay" settings={settings} />
      <AmountRow setting="agentsAskAbove" settings={settings} />
      <HttpRow settings={settings} dataFolder={dataFolder} />
    </section>
  )
}

/** Agents are given the address and its token by the person, from a file that only they can read. */
function HttpRow({ settings, dataFolder }: AgentsSectionProps) {
  const { agents } = useSettingsWords()
  const change = useChangeSettings()
  const id = useId()
  const { studio } = useAtelier()
  const { failures } = useWords()
  const notify = useNotify()
  const { isHttpOn, httpTokens } = settings.agents
  const trouble = useStudio(({ status }) => status?.agentsHttp)

  async function replaceToken(): Promise<void> {
    const result = await studio.changeSettings({ agents: { httpTokens: httpTokens + 1 } })
    if (result.ok) notify(agents.tokenReplaced)
    else notify(failures.sentence(result.error), 'danger')
  }

  return (
    <SettingRow setting="agentsHttp" label={agents.http} note={agents.httpNote} htmlFor={id}>
      <Switch
        id={id}
        label={agents.http}
        checked={isHttpOn}
        onChange={(on) => change({ agents: { isHttpOn: on } })}
      />
      {isHttpOn && (
        <>
          {trouble && (
            <p className={styles.problem} role="status">
              {agents.httpTroubles[trouble]}
            </p>
          )}
          {trouble !== 'failed' && (
            <p className={styles.note} data-verbatim>
              {agents.httpFile(dataFolder)}
            </p>
          )}
          <div className={styles.buttons}>
            <Button onClick={() => void replaceToken()}>{agents.newToken}</Button>
          </div>
        </>
      )}
    </SettingRow>
  )
}

function AmountRow({
  setting,
  settings,
}: {
  readonly setting: keyof typeof rows
  readonly settings: Settings
}) {
  const words = useSettingsWords()
  const change = useChangeSettings()
  const id = useId()
  const name = rows[setting]
  return (
    <SettingRow setting={setting} label={words.agents[name]} note={words.agents[`${name}Note`]} htmlFor={id}>
      <div className={styles.medium}>
        <KeptText
          id={id}
          value={writeDollars(settings.agents[name])}
          icon={words.budget.unit}
          isValid={(text) => readAmount(text).ok}
          problem={(text) => {
            const read = readAmount(text)
            return read.ok ? '' : words.agents.problems[read.problem]
          }}
          onKeep={(text) => {
            const read = readAmount(text)
            if (read.ok) change({ agents: { [name]: read.microUsd } })
          }}
        />
      </div>
    </SettingRow>
  )
}

/** As a budget's; nothing is an amount here. */
function readAmount(text: string): ReadDollars {
  const read = readDollars(text)
  return !read.ok && read.problem === 'nothing' ? { ok: true, microUsd: microUsd(0) } : read
}
