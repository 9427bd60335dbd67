import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DeliveryEntry } from '../../../shared/bridge/webhook-views.ts'
import { Button } from '../../ui/button.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import type { WebhookStore } from './webhook-store.ts'

/** The requests that reached the receiver, newest first, with the reason for each refusal. */
export function DeliveryLog({ webhooks }: { readonly webhooks: WebhookStore }) {
  const words = useSettingsWords()
  const { entries, hasMore } = useStore(webhooks.store)
  useEffect(() => webhooks.watch(), [webhooks])
  return (
    <SettingRow setting="log" label={words.webhooks.log}>
      {entries?.length === 0 && <p className={styles.value}>{words.webhooks.logEmpty}</p>}
      {entries && entries.length > 0 && (
        <ol className={styles.log} aria-label={words.webhooks.log}>
          {entries.map((entry) => (
            <LogEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {hasMore && (
        <div>
          <Button look="quiet" onClick={() => void webhooks.showAll()}>
            {words.webhooks.logMore}
          </Button>
        </div>
      )}
    </SettingRow>
  )
}

function LogEntry({ entry }: { readonly entry: DeliveryEntry }) {
  const words = useSettingsWords()
  const { at, outcome, status, detail } = entry
  return (
    <li className={styles.entry} data-good={status < 300}>
      <time dateTime={at}>{words.webhooks.entryTime(at)}</time>
      <span className={styles.outcome}>
        {words.webhooks.outcome(outcome)}
        {detail && <code className={styles.code}>{detail}</code>}
      </span>
      <span title={words.webhooks.entryStatus(status)}>{status}</span>
    </li>
  )
}
