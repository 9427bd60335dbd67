import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import { useStore } from 'zustand'
import { isUnreached, tolerableClockDifferenceMs } from '../../../shared/api/probe.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../words/reason-words.ts'
import { type SettingsWords, useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { AccountsStore } from './accounts-store.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface ConnectionTestProps {
  readonly accounts: AccountsStore
  readonly status: StudioStatus
}

/** The current connection, or why there is none. */
export function ConnectionState(props: ConnectionTestProps) {
  const isConnected = props.status.service.baseUrl !== ''
  return isConnected ? <ConnectionTest {...props} /> : <NoConnection service={props.status.service} />
}

/** Nothing is known of an address or a key without a connection. */
function NoConnection({
  service: { kind, failure, refusesAddress },
}: {
  readonly service: StudioStatus['service']
}) {
  const all = useWords()
  const { shell, create } = all
  const words = useSettingsWords()
  const { studio } = useAtelier()
  const label = failure === null ? create.connecting(kind) : words.notConnected[kind]
  return (
    <SettingRow setting="connection" label={label} note={kind === 'sandbox' ? words.sandboxKey : null}>
      {failure !== null && (
        <>
          <p data-verbatim className={styles.problem}>
            {words.notConnectedWhy(failureWords(failure, all))}
          </p>
          {!refusesAddress && (
            <div>
              <Button onClick={() => void studio.reopen()}>{shell.retry}</Button>
            </div>
          )}
        </>
      )}
    </SettingRow>
  )
}

/** Where the service and its key are, and whether it responds. */
function ConnectionTest({ accounts, status }: ConnectionTestProps) {
  const words = useSettingsWords()
  const { busy, test, list } = useStore(accounts.store)
  const usageKey = list?.accounts.find(({ isActive }) => isActive)?.usageKey.source ?? 'none'
  return (
    <SettingRow
      setting="connection"
      label={words.connection}
      note={words.keyPlaces(status.service.keySource, usageKey)}
    >
      <span data-verbatim className={styles.code}>
        {status.service.baseUrl}
      </span>
      <div>
        <Button disabled={busy !== null} focusableWhenDisabled onClick={() => void accounts.test()}>
          {busy === 'testing' ? words.testing : words.test}
        </Button>
      </div>
      <div role="status">
        {test && (
          <ul className={styles.findings}>
            {findings(test, words.testResult).map((finding) => (
              <li key={finding.text} data-good={finding.good ?? 'unknown'}>
                <Sign good={finding.good} />
                {finding.text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </SettingRow>
  )
}

/** A tick only for what was found to be so. */
function Sign({ good }: Pick<Finding, 'good'>) {
  if (good === null) return <CircleQuestionMark aria-hidden="true" />
  return good ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />
}

interface Finding {
  /** Null: it is not known. */
  readonly good: boolean | null
  readonly text: string
}

function isGood(verdict: string): boolean | null {
  return verdict === 'unclear' ? null : verdict === 'fine'
}

function findings(
  test: ProcedureOutput<'accounts.test'>,
  words: SettingsWords['testResult'],
): readonly Finding[] {
  const { verdict, clockDifferenceMs, usage } = test
  if (isUnreached(verdict) || verdict === 'other_service') return [{ good: false, text: words[verdict] }]
  const isClockWrong = Math.abs(clockDifferenceMs ?? 0) > tolerableClockDifferenceMs
  return [
    { good: true, text: words.reachable },
    { good: isGood(verdict), text: words[verdict] },
    { good: test.described, text: test.described ? words.described : words.notDescribed },
    ...(usage === null ? [] : [{ good: isGood(usage), text: words.usage[usage] }]),
    ...(isClockWrong ? [{ good: false, text: words.clock(clockDifferenceMs ?? 0) }] : []),
  ]
}
