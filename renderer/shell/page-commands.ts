import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ActionKey } from './keys.ts'

/** What a key does on the Create screen, whatever result is shown; the palette does the same from any screen. */
export type CommandId =
  | 'chooseModel'
  | 'compare'
  | 'prompt'
  | 'result'
  | 'history'
  | 'recipes'
  | 'saveRecipe'
  | 'restoreFile'
  | 'pasteList'

/** Their keys, in the order in which they are shown. Their names are `keyActions[id]` of the words of keys. */
export const pageCommands: Readonly<Record<CommandId, ActionKey>> = {
  chooseModel: { key: 'm', shift: false },
  compare: { key: 'c', shift: false },
  prompt: { key: '/' },
  result: { key: 'g', shift: false },
  history: { key: 'ArrowUp', mod: true },
  recipes: { key: 'o', mod: true },
  saveRecipe: { key: 's', mod: true },
  restoreFile: { key: 'o', shift: true },
  pasteList: { key: 'l', shift: true },
}

/** Pauses the queue, or resumes it. */
export const pauseKey: ActionKey = { key: 'q', shift: true }

export const commandIds = Object.keys(pageCommands) as readonly CommandId[]

export interface AskedCommands {
  readonly asked: CommandId | null
  /** A prompt for the form of Create. */
  readonly prompt: string | null
  /** A style for it. */
  readonly style: OfferedStyle | null
}

/** A style by its id, with the name that it is shown by. */
export interface OfferedStyle {
  readonly styleId: string
  readonly name: string
}

/** Where the palette leaves a command for the screen that carries it out, which consumes it once. */
export interface CommandHandoff {
  readonly store: StoreApi<AskedCommands>
  ask(id: CommandId): void
  /** The person has gone on to something else before the command could be carried out. */
  forget(): void
  /** Returns whether this command was asked for. */
  consume(id: CommandId): boolean
  offerPrompt(prompt: string): void
  consumePrompt(): string | null
  offerStyle(style: OfferedStyle): void
  consumeStyle(): OfferedStyle | null
}

export function createCommandHandoff(): CommandHandoff {
  const store = createStore<AskedCommands>(() => ({ asked: null, prompt: null, style: null }))
  return {
    store,
    ask: (asked) => store.setState({ asked }),
    forget: () => store.setState({ asked: null }),
    consume(id) {
      const isAsked = store.getState().asked === id
      if (isAsked) store.setState({ asked: null })
      return isAsked
    },
    offerPrompt: (prompt) => store.setState({ prompt }),
    consumePrompt() {
      const { prompt } = store.getState()
      store.setState({ prompt: null })
      return prompt
    },
    offerStyle: (style) => store.setState({ style }),
    consumeStyle() {
      const { style } = store.getState()
      store.setState({ style: null })
      return style
    },
  }
}
