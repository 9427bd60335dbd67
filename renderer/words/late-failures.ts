import type { CodedReason } from '../../shared/failures/reason.ts'
import type { failures } from '../../shared/words/en/failures.ts'
import type { lostEngine, unexplained } from '../../shared/words/en/lost-engine.ts'
import type { reasons } from '../../shared/words/en/reasons.ts'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { type CodeSource, createCodeSource } from '../ui/code-source.ts'

/** What failed, and why, in one language. */
export type FailureWords = WordsOf<{ failures: typeof failures; reasons: typeof reasons }>

/** What can be said without them. */
interface WordsBefore {
  readonly lostEngine: WordsOf<typeof lostEngine>
  readonly unexplained: WordsOf<typeof unexplained>
}

export interface LateFailures {
  readonly words: FailureWords
  readonly code: CodeSource<FailureWords>
}

/**
 * The words of failures as code of its own: a page that works needs none of them. They are said at once, as all words
 * are; the bridge holds a failure back until they are here, so `before` is said only where they can't be loaded.
 */
export function createLateFailures(load: () => Promise<FailureWords>, before: WordsBefore): LateFailures {
  const code = createCodeSource(load, (cause) => console.warn('No words of failures could be loaded.', cause))
  const early: Readonly<Record<string, string>> = before.lostEngine
  function whole(): FailureWords | null {
    const state = code.store.getState()
    return state.kind === 'loaded' ? state.value : null
  }
  return {
    code,
    words: {
      failures: {
        sentence: (failure) =>
          whole()?.failures.sentence(failure) ??
          (Object.hasOwn(early, failure.code) ? early[failure.code] : null) ??
          before.unexplained,
      },
      reasons: {
        sentence: (reason: CodedReason) => whole()?.reasons.sentence(reason) ?? before.unexplained,
      },
    },
  }
}
