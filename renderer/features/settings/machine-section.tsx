import { diagnosticsRoute } from '../../../shared/bridge/media-routes.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { saveFile } from '../../media/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

export function MachineSection({ status }: { readonly status: StudioStatus }) {
  const words = useSettingsWords()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.machine}</h2>
      <SettingRow setting="dataFolder" label={words.dataFolder}>
        <code className={styles.code}>{status.dataFolder}</code>
      </SettingRow>
      <SettingRow setting="host" label={words.host}>
        <p className={styles.value}>{words.hosts[status.host]}</p>
      </SettingRow>
      <SettingRow setting="diagnostics" label={words.diagnostics} note={words.diagnosticsNote}>
        <div className={styles.buttons}>
          <Button onClick={() => saveFile(diagnosticsRoute)}>{words.saveDiagnostics}</Button>
        </div>
      </SettingRow>
    </section>
  )
}
