import notices from '../../../resources/notices.json?raw'
import { Dialog } from '../../ui/dialog.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import styles from './licenses-dialog.module.css'

interface Notices {
  readonly packages: readonly {
    readonly name: string
    readonly version: string
    readonly license: string
    /** Its place among the texts. */
    readonly text: number
  }[]
  readonly texts: readonly string[]
}

/** Of the very packages in the builds: `npm run check` compares them (tools/packaging/licenses.ts). */
const { packages, texts } = JSON.parse(notices) as Notices

interface LicensesDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Everything that is shipped with its version and license; each opens to its text. */
export function LicensesDialog({ open, onClose }: LicensesDialogProps) {
  const words = useSettingsWords()
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={words.licensesTitle}
      description={`${words.licensesCount(packages.length)} ${words.chromiumNotices}`}
    >
      <ul className={styles.list}>
        {packages.map(({ name, version, license, text }) => (
          <li key={`${name}@${version}`}>
            <details>
              <summary className={styles.summary}>
                <span data-verbatim className={styles.name}>
                  {name}
                </span>
                <span data-verbatim className={styles.fact}>
                  {version}
                </span>
                <span data-verbatim className={styles.fact}>
                  {license}
                </span>
              </summary>
              <pre data-verbatim className={styles.text}>
                {texts[text]}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
