import { BrokenLibraryError, type StartError, type StartTrouble, type WayOut } from '../infra/start-error.ts'
import { chooseMainWords } from '../words/choose-words.ts'

/** No settings can be read where the studio can't be opened. */
const { startTroubles: words } = chooseMainWords(null)

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

const sentences: Sentences = words.troubles
const effects: Effects = words.effects

/** What stands in the way of a start, in whole sentences. */
export function sayStartError(error: StartError): string {
  const sentence = sayTrouble(error.trouble)
  return error instanceof BrokenLibraryError && error.lacksBackup
    ? `${sentence} ${words.lacksBackup}`
    : sentence
}

/** What a way out does and what it can't bring back, to be read after its name. */
export function sayEffect(way: WayOut): string {
  return (effects[way.way] as (some: WayOut) => string)(way)
}

function sayTrouble(trouble: StartTrouble): string {
  const said = 'why' in trouble ? { ...trouble, why: sayTrouble(trouble.why) } : trouble
  return (sentences[trouble.code] as (some: typeof said) => string)(said)
}
