import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useRoute } from '../../shell/atelier-context.tsx'
import { isOfService } from '../../shell/setting-list.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import type { ConnectionStore } from './connection-store.ts'
import { ConnectionState } from './connection-test.tsx'
import { OwnServiceForm } from './own-service-form.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface ServiceSectionProps {
  readonly connection: ConnectionStore
  readonly settings: Settings
  readonly status: StudioStatus
}

/** The sandbox or the person's own service. */
export function ServiceSection({ connection, settings, status }: ServiceSectionProps) {
  const { settings: words } = useWords()
  const notify = useNotify()
  const { choice, busy } = useStore(connection.store)
  const shown = choice ?? status.service.kind
  const { item } = useRoute()
  useEffect(() => {
    if (isOfService(item)) connection.set({ choice: 'service' })
  }, [item, connection])
  const isOther = shown !== status.service.kind

  async function backToSandbox() {
    if (await connection.toSandbox()) notify(words.usingSandbox)
  }

  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.service}</h2>
      <SettingRow setting="which" label={words.which} note={words.serviceNote}>
        <div className={styles.medium}>
          <Segmented<typeof shown>
            label={words.which}
            value={shown}
            options={[
              { value: 'sandbox', label: words.sandbox },
              { value: 'service', label: words.own },
            ]}
            onChange={(next) => connection.set({ choice: next })}
          />
        </div>
        <p className={styles.note}>{shown === 'sandbox' ? words.sandboxNote : words.ownNote}</p>
        {isOther && <p className={styles.warning}>{words.notUsedYet[shown]}</p>}
        {shown === 'sandbox' && isOther && (
          <div>
            <Button look="primary" disabled={busy !== null} onClick={() => void backToSandbox()}>
              {words.useSandbox}
            </Button>
          </div>
        )}
      </SettingRow>
      {shown === 'service' && <OwnServiceForm connection={connection} settings={settings} status={status} />}
      {!isOther && <ConnectionState connection={connection} status={status} />}
    </section>
  )
}
