import { useId } from 'react'
import type { DesktopSettings } from '../../../shared/settings/desktop-settings.ts'
import { desktopSwitches } from '../../shell/setting-list.ts'
import { Switch } from '../../ui/switch.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

/** What the desktop does outside its page. */
export function DesktopSection({ desktop }: { readonly desktop: DesktopSettings }) {
  const words = useSettingsWords()
  // Without notifications there is nowhere for a prompt to be.
  const shown = desktopSwitches.filter((name) => name !== 'promptsInNotifications' || desktop.notifies)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.desktop.title}</h2>
      {shown.map((name) => (
        <DesktopSwitch key={name} name={name} isOn={desktop[name]} />
      ))}
    </section>
  )
}

interface DesktopSwitchProps {
  readonly name: (typeof desktopSwitches)[number]
  readonly isOn: boolean
}

function DesktopSwitch({ name, isOn }: DesktopSwitchProps) {
  const { desktop: words } = useSettingsWords()
  const change = useChangeSettings()
  const id = useId()
  return (
    <SettingRow setting={name} label={words[name]} note={words[`${name}Note`]} htmlFor={id}>
      <Switch
        id={id}
        label={words[name]}
        checked={isOn}
        onChange={(on) => change({ desktop: { [name]: on } })}
      />
    </SettingRow>
  )
}
