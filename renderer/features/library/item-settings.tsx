import type { ReactNode } from 'react'
import { inputReference, inputsIn } from '../../../shared/form/input-reference.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { namesStyles } from '../../../shared/styles/styles-in-values.ts'
import { MediaPreview } from '../../forms/media-preview.tsx'
import { useKnownStyle } from '../../styles/use-known-styles.ts'
import { type LibraryWords, useLibraryWords } from '../../words/library-words.ts'
import { useStyleWords } from '../../words/style-words.ts'
import { useWords, type Words } from '../../words/words-context.tsx'
import styles from './item-viewer.module.css'

interface ItemSettingsProps {
  readonly values: Readonly<Record<string, unknown>>
  /** The run's account where another one is connected; else null. */
  readonly account: string | null
}

/** The settings besides the prompt, as they were sent. */
export function ItemSettings({ values, account }: ItemSettingsProps) {
  const words = useWords()
  const library = useLibraryWords()
  const entries = Object.entries(values).filter(([name]) => name !== 'prompt')
  return (
    <section>
      <h2 className={styles.head}>{library.settings}</h2>
      {entries.length === 0 ? (
        <p className={styles.quiet}>{library.noSettings}</p>
      ) : (
        <dl className={styles.facts}>
          {entries.map(([name, value]) => (
            <SettingRow
              key={name}
              name={name}
              label={words.fields.label(name, null)}
              value={value}
              account={account}
            />
          ))}
        </dl>
      )}
    </section>
  )
}

interface SettingValueProps {
  readonly name: string
  readonly label: string
  readonly value: unknown
  readonly account: string | null
}

function SettingRow({ label, ...setting }: SettingValueProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-verbatim>
        <SettingValue label={label} {...setting} />
      </dd>
    </>
  )
}

/** The value of a setting as a person reads it. */
export function SettingValue({ name, label, value, account }: SettingValueProps): ReactNode {
  const words = useWords()
  const library = useLibraryWords()
  if (namesStyles(name) && Array.isArray(value) && value.every(isNamedStyle))
    return value.map((style: NamedStyle, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they differ by their place alone.
      <StyleLine key={index} style={style} account={account} />
    ))
  return words.fields.measured(name, value) ?? settingContent(value, label, { words, library })
}

interface NamedStyle {
  readonly id: string
  readonly strength?: number
}

function isNamedStyle(item: unknown): item is NamedStyle {
  return (
    isRecord(item) && typeof item.id === 'string' && ['number', 'undefined'].includes(typeof item.strength)
  )
}

/** A style by its name, with the id beside it, where it is known; with its strength, where that was set. */
function StyleLine({ style: { id, strength }, account }: { style: NamedStyle; account: string | null }) {
  const { named, withStrength } = useStyleWords()
  const known = useKnownStyle(account, id)
  const name = named(known?.name ?? '', id)
  return <p className={styles.style}>{strength === undefined ? name : withStrength(name, strength)}</p>
}

function settingContent(
  value: unknown,
  label: string,
  { words, library }: { readonly words: Words; readonly library: LibraryWords },
): ReactNode {
  const media = inputsIn(value).map(inputReference)
  if (media.length > 0) {
    return (
      <span className={styles.inputs}>
        {media.map((reference, index) => (
          <span key={reference} className={styles.input}>
            <MediaPreview
              kind="image"
              value={reference}
              alt={words.inputs.preview(`${label} ${index + 1}`)}
            />
          </span>
        ))}
      </span>
    )
  }
  if (typeof value === 'boolean') return value ? library.on : library.off
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return JSON.stringify(value)
}
