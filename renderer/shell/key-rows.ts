import type { Words } from '../words/words-context.tsx'
import { isMac, shownKeys } from './keys.ts'
import { commandIds, pageCommands } from './page-commands.ts'

export type KeyGroup = keyof Words['shell']['keyGroups']
type Action = keyof Words['shell']['keyActions']

export interface KeyRow {
  readonly group: KeyGroup
  readonly action: Action
  /** Each inner list is pressed together. */
  readonly keys: readonly (readonly string[])[]
}

/** The page’s own keys; those of the actions are in their table. */
export function keyRows(names: Words['shell']['keyNames']): readonly KeyRow[] {
  const mod = isMac ? names.command : names.mod
  return [
    { group: 'everywhere', action: 'palette', keys: [[mod, 'K']] },
    { group: 'everywhere', action: 'keySheet', keys: [['?']] },
    { group: 'everywhere', action: 'note', keys: [['F6']] },
    { group: 'everywhere', action: 'closeDialog', keys: [[names.escape]] },
    { group: 'create', action: 'generate', keys: [[mod, names.enter]] },
    ...commandIds.map(
      (action): KeyRow => ({ group: 'create', action, keys: [shownKeys(pageCommands[action], names)] }),
    ),
    { group: 'create', action: 'leaveForm', keys: [[names.escape]] },
    { group: 'create', action: 'undo', keys: [[mod, 'Z']] },
    { group: 'create', action: 'favorite', keys: [[mod, 'D']] },
    { group: 'create', action: 'previousRun', keys: [['[']] },
    { group: 'create', action: 'nextRun', keys: [[']']] },
    { group: 'create', action: 'clearRun', keys: [[names.others.Delete ?? 'Delete']] },
    { group: 'create', action: 'openCell', keys: [[names.enter]] },
    { group: 'create', action: 'stepCell', keys: [['←'], ['→']] },
    { group: 'create', action: 'closeCell', keys: [[names.escape]] },
    { group: 'library', action: 'search', keys: [['/']] },
    { group: 'library', action: 'move', keys: [[names.arrows]] },
    { group: 'library', action: 'open', keys: [[names.enter]] },
    { group: 'viewer', action: 'previous', keys: [['←']] },
    { group: 'viewer', action: 'next', keys: [['→']] },
    { group: 'viewer', action: 'details', keys: [['I']] },
    { group: 'viewer', action: 'closeItem', keys: [[names.escape]] },
  ]
}
