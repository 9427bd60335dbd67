import { BrokenLibraryError, type StartError, type StartTrouble, type WayOut } from '../infra/start-error.ts'
import type { MainWords } from '../words/choose-words.ts'

type Sentences = {
  readonly [Code in StartTrouble['code']]: (
    trouble: WithWords<Extract<StartTrouble, { readonly code: Code }>>,
  ) => string
}

/** A trouble within another is said by its sentence. */
type WithWords<Trouble> = { [Name in keyof Trouble]: Name extends 'why' ? string : Trouble[Name] }

type Effects = {
  readonly [Way in WayOut['way']]: (way: Extract<WayOut, { readonly way: Way }>) => string
}

/** What prevents a start, in whole sentences. */
export function sayStartError(error: StartError, { startTroubles: words }: MainWords): string {
  const sentence = sayTrouble(error.trouble, words.troubles)
  return error instanceof BrokenLibraryError && error.lacksBackup
    ? `${sentence} ${words.lacksBackup}`
    : sentence
}

/** What a way out does and what it can't restore, shown after its name. */
export function sayEffect(way: WayOut, { startTroubles }: MainWords): string {
  const effects: Effects = startTroubles.effects
  return (effects[way.way] as (some: WayOut) => string)(way)
}

function sayTrouble(trouble: StartTrouble, sentences: Sentences): string {
  const said = 'why' in trouble ? { ...trouble, why: sayTrouble(trouble.why, sentences) } : trouble
  return (sentences[trouble.code] as (some: typeof said) => string)(said)
}
