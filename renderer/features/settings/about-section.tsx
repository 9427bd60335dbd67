import { useState } from 'react'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { Button } from '../../ui/button.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

const LicensesDialog = dialogOnDemand(async () => (await import('./licenses-dialog.tsx')).LicensesDialog)

/** What this Atelier is, and whose work is in it. */
export function AboutSection({ status }: { readonly status: StudioStatus }) {
  const words = useSettingsWords()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.about}</h2>
      <SettingRow setting="version" label={words.version}>
        <p className={styles.value}>{status.version}</p>
      </SettingRow>
      <SettingRow setting="licenses" label={words.licenses} note={words.licensesNote}>
        <div className={styles.buttons}>
          <Button onClick={() => setIsOpen(true)}>{words.showLicenses}</Button>
        </div>
      </SettingRow>
      <LicensesDialog wanted={isOpen} onCancel={close} open={isOpen} onClose={close} />
    </section>
  )
}
