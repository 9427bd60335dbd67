import { useStore } from 'zustand'
import { expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import { layerOnDemand } from '../../../ui/on-demand.tsx'
import { useWildcardWords } from '../../../words/wildcard-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import { describeBrace } from './unclosed-brace.ts'
import styles from './wildcard-note.module.css'

const PlainBraces = layerOnDemand(async () => (await import('./plain-braces.tsx')).PlainBraces)

/**
 * Under a prompt with wildcards: how many prompts they generate, a switch to use the braces as words, where one never
 * closes, and that others are words.
 */
export function WildcardNote({ form }: { readonly form: FormStore }) {
  return (
    <>
      <Wildcards form={form} />
      <WrittenBraces form={form} />
    </>
  )
}

/** They are sent as they stand, which may not be what was meant; nothing keeps them from being sent. */
function WrittenBraces({ form }: { readonly form: FormStore }) {
  const words = useWildcardWords()
  const { bracesAreWords, values } = useStore(form.store)
  const { prompt } = values
  if (bracesAreWords || typeof prompt !== 'string' || !prompt.includes('{')) return null
  const { unclosedAt, hasPlainBraces } = expandPrompt(prompt)
  if (unclosedAt === null) {
    return hasPlainBraces ? <PlainBraces form={form} prompt={prompt} /> : null
  }
  const { excerpt, place } = describeBrace(prompt, unclosedAt)
  return (
    <p role="status" className={styles.unclosed}>
      {words.unclosed(excerpt, place)}
    </p>
  )
}

function Wildcards({ form }: { readonly form: FormStore }) {
  const words = useWildcardWords()
  const { bracesAreWords, values } = useStore(form.store)
  const wildcards = form.plan()?.wildcards
  if (bracesAreWords) {
    const { prompt } = values
    if (typeof prompt !== 'string' || expandPrompt(prompt).count === 1) return null
    return (
      <p className={styles.line}>
        {words.words}
        <button type="button" className={styles.action} onClick={() => form.setBracesAsWords(false)}>
          {words.expand}
        </button>
      </p>
    )
  }
  if (!wildcards) return null
  return (
    <div className={styles.note}>
      <p className={styles.line}>
        <strong role="status">{words.makes(wildcards.count)}</strong>
        <button type="button" className={styles.action} onClick={() => form.setBracesAsWords(true)}>
          {words.asWords}
        </button>
      </p>
    </div>
  )
}
