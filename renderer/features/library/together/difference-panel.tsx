import type { ReactNode } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { priceOf } from '../../../../shared/pricing/settle.ts'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { SettingValue } from '../item-settings.tsx'
import styles from './compare.module.css'
import { recipeDifference, settingOf } from './recipe-difference.ts'
import type { TogetherItem } from './together-store.ts'
import { wordDifference } from './word-difference.ts'

interface DifferencePanelProps {
  readonly items: readonly TogetherItem[]
  /** The one that the prompts of the others are compared with. */
  readonly current: number
}

/** What differs between the files: prompts word by word, the model, the settings, and what came of them. */
export function DifferencePanel({ items, current }: DifferencePanelProps) {
  const words = useTogetherWords()
  const { fields } = useWords()
  const runs = items.map(({ submission }) => submission)
  const { differing, same } = recipeDifference(runs.map(({ values }) => values))
  const facts = useFacts(items)
  const told = facts.filter(({ values }) => new Set(values).size > 1)
  const prompts = items.map(({ item }) => item.prompt)
  const hasPrompts = new Set(prompts).size > 1
  const sameLabels = [
    ...(hasPrompts ? [] : [words.prompt]),
    ...facts.filter((fact) => fact.isSetting && !told.includes(fact)).map(({ label }) => label),
    ...same.map((name) => fields.label(name, null)),
  ]
  return (
    <aside aria-label={words.differences} className={styles.differences}>
      <h2 className={styles.head}>{words.differences}</h2>
      {hasPrompts && (
        <section>
          <h3>{words.prompt}</h3>
          <Numbered>
            {items.map(({ item: { fileId, prompt } }, index) => (
              <Prompt
                key={fileId}
                prompt={prompt}
                before={index === current ? null : (prompts[current] ?? '')}
              />
            ))}
          </Numbered>
        </section>
      )}
      {told.map(({ label, values }) => (
        <section key={label}>
          <h3>{label}</h3>
          <Numbered>{values.map((value) => value ?? words.notSet)}</Numbered>
        </section>
      ))}
      {differing.map((name) => (
        <section key={name}>
          <h3>{fields.label(name, null)}</h3>
          <Numbered>
            {runs.map((run) => (
              <Setting key={run.submissionId} name={name} run={run} />
            ))}
          </Numbered>
        </section>
      ))}
      {!hasPrompts && told.length === 0 && differing.length === 0 && (
        <p className={styles.quiet}>{words.none}</p>
      )}
      {sameLabels.length > 0 && <p className={styles.quiet}>{words.same(sameLabels)}</p>}
    </aside>
  )
}

function Numbered({ children }: { readonly children: readonly ReactNode[] }) {
  return (
    <ol className={styles.values}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file is its place here.
        <li key={index}>{child}</li>
      ))}
    </ol>
  )
}

/** `before`: what it is compared with; null: it is that. */
function Prompt({ prompt, before }: { readonly prompt: string; readonly before: string | null }) {
  const words = useTogetherWords()
  if (prompt === '') return <span className={styles.quiet}>{words.noPrompt}</span>
  if (before === null || before === prompt) return <span data-verbatim>{prompt}</span>
  return (
    <span data-verbatim>
      {wordDifference(before, prompt).map(({ text, kind }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are their place in the text.
        if (kind === 'removed') return <del key={index}>{text}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return kind === 'added' ? <ins key={index}>{text}</ins> : <span key={index}>{text}</span>
      })}
    </span>
  )
}

function Setting({ name, run }: { readonly name: string; readonly run: SubmissionView }) {
  const words = useTogetherWords()
  const { fields } = useWords()
  const value = settingOf(run.values, name)
  if (value === undefined) return <span className={styles.quiet}>{words.notSet}</span>
  return (
    <span data-verbatim>
      <SettingValue name={name} label={fields.label(name, null)} value={value} account={run.absentAccount} />
    </span>
  )
}

interface Fact {
  readonly label: string
  /** Null where it is not known. */
  readonly values: readonly (string | null)[]
  /** Whether it was chosen; else it came of that. */
  readonly isSetting: boolean
}

function useFacts(items: readonly TogetherItem[]): readonly Fact[] {
  const words = useTogetherWords()
  const { pricing, media, format } = useWords()
  const fact = (label: string, of: (one: TogetherItem) => string | null, isSetting = false): Fact => ({
    label,
    values: items.map(of),
    isSetting,
  })
  return [
    fact(words.model, ({ item }) => item.modelLabel, true),
    fact(words.price, ({ submission }) => pricing.short(priceOf(submission)) ?? words.priceUnlisted),
    fact(words.size, ({ item: { width, height } }) => (width && height ? media.pixels(width, height) : null)),
    fact(words.length, ({ item }) => (item.durationSeconds ? format.seconds(item.durationSeconds) : null)),
  ]
}
