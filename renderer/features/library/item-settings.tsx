import type { ReactNode } from 'react'
import { readInputReference } from '../../../shared/form/input-reference.ts'
import { MediaPreview } from '../../forms/media-preview.tsx'
import { useWords, type Words } from '../../words/words-context.tsx'
import styles from './item-viewer.module.css'

/** The settings besides the prompt, as they were sent. */
export function ItemSettings({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const words = useWords()
  const entries = Object.entries(values).filter(([name]) => name !== 'prompt')
  return (
    <section>
      <h2 className={styles.head}>{words.library.settings}</h2>
      {entries.length === 0 ? (
        <p className={styles.quiet}>{words.library.noSettings}</p>
      ) : (
        <dl className={styles.facts}>
          {entries.map(([name, value]) => (
            <SettingRow
              key={name}
              name={name}
              label={words.fields.label(name, null)}
              value={value}
              words={words}
            />
          ))}
        </dl>
      )}
    </section>
  )
}

interface SettingRowProps {
  readonly name: string
  readonly label: string
  readonly value: unknown
  readonly words: Words
}

function SettingRow({ name, label, value, words }: SettingRowProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{words.fields.lengthOf(name, value) ?? settingContent(value, label, words)}</dd>
    </>
  )
}

function settingContent(value: unknown, label: string, words: Words): ReactNode {
  const media = mediaIn(value)
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
  if (typeof value === 'boolean') return value ? words.library.on : words.library.off
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return JSON.stringify(value)
}

/** The person's own files in a value, at any depth, each once. */
function mediaIn(value: unknown): string[] {
  if (readInputReference(value) !== null) return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(mediaIn))]
}
