import type { Settings } from '../../../shared/settings/settings.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { chooseWords, offeredLanguages } from '../../words/languages.ts'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

const themes = ['dark', 'light', 'system'] as const

export function AppearanceSection({ settings }: { readonly settings: Settings }) {
  const words = useSettingsWords()
  const change = useChangeSettings()
  const languages = offeredLanguages()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.appearance}</h2>
      <SettingRow setting="theme" label={words.theme} note={words.themeNote}>
        <div className={styles.medium}>
          <Segmented
            label={words.theme}
            value={settings.theme}
            options={themes.map((value) => ({ value, label: words.themes[value] }))}
            onChange={(theme) => change({ theme })}
          />
        </div>
      </SettingRow>
      {languages.length > 1 && (
        <SettingRow setting="language" label={words.language} note={words.languageNote}>
          <div className={styles.medium}>
            <Segmented
              label={words.language}
              value={languages.includes(settings.language) ? settings.language : (languages[0] ?? '')}
              options={languages.map((value) => ({
                value,
                label: chooseWords(value).shell.languageName,
              }))}
              onChange={(language) => change({ language })}
            />
          </div>
        </SettingRow>
      )}
    </section>
  )
}
