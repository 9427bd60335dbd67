import type { KeyWords } from '../words/key-words.ts'
import type { Words } from '../words/words-context.tsx'
import { adoptKey, importKey } from './import-key.ts'
import { isMac, shownKeys } from './keys.ts'
import { commandIds, pageCommands, pauseKey } from './page-commands.ts'

export type KeyGroup = keyof KeyWords['keyGroups']
type Action = keyof KeyWords['keyActions']

export interface KeyRow {
  readonly group: KeyGroup
  readonly action: Action
  /** Each inner list is pressed together. */
  readonly keys: readonly (readonly string[])[]
}

const zoomSigns = [['+'], ['−']]

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
    { group: 'create', action: 'pauseQueue', keys: [shownKeys(pauseKey, names)] },
    { group: 'create', action: 'leaveForm', keys: [[names.escape]] },
    { group: 'create', action: 'undo', keys: [[mod, 'Z']] },
    { group: 'create', action: 'favorite', keys: [[mod, 'D']] },
    { group: 'create', action: 'previousRun', keys: [['[']] },
    { group: 'create', action: 'nextRun', keys: [[']']] },
    { group: 'create', action: 'clearRun', keys: [[names.others.Delete ?? 'Delete']] },
    { group: 'create', action: 'enterSheet', keys: [[names.enter]] },
    { group: 'create', action: 'openCell', keys: [[names.enter]] },
    { group: 'create', action: 'stepCell', keys: [['←'], ['→']] },
    { group: 'create', action: 'closeCell', keys: [[names.escape]] },
    { group: 'create', action: 'leaveSheet', keys: [[names.escape]] },
    { group: 'library', action: 'search', keys: [['/']] },
    { group: 'library', action: 'move', keys: [[names.arrows]] },
    {
      group: 'library',
      action: 'select',
      keys: [
        [mod, names.space],
        [names.shift, names.arrows],
      ],
    },
    { group: 'library', action: 'selectAll', keys: [[mod, 'A']] },
    { group: 'library', action: 'importFolder', keys: [shownKeys(importKey, names)] },
    { group: 'library', action: 'adoptJobs', keys: [shownKeys(adoptKey, names)] },
    { group: 'library', action: 'moveFile', keys: [[isMac ? names.option : names.alt, names.arrows]] },
    { group: 'library', action: 'undoMark', keys: [[mod, 'Z']] },
    { group: 'viewer', action: 'undoMark', keys: [[mod, 'Z']] },
    {
      group: 'result',
      action: 'points',
      keys: [
        [names.shift, 'I'],
        [names.shift, 'O'],
      ],
    },
    { group: 'result', action: 'speed', keys: [['<'], ['>']] },
    {
      group: 'result',
      action: 'advance',
      keys: [
        [names.shift, '0–9'],
        [names.shift, 'P'],
        [names.shift, 'X'],
        [names.shift, 'U'],
      ],
    },
    { group: 'library', action: 'open', keys: [[names.enter], [names.space]] },
    { group: 'together', action: 'focusFile', keys: [[names.arrows]] },
    { group: 'together', action: 'zoomBy', keys: zoomSigns },
    { group: 'together', action: 'panZoomed', keys: [[names.shift, names.arrows]] },
    { group: 'together', action: 'wipe', keys: [['Q']] },
    { group: 'together', action: 'removeFromSurvey', keys: [['−']] },
    { group: 'together', action: 'openFromSurvey', keys: [[names.enter]] },
    { group: 'together', action: 'choose', keys: [['1'], ['2'], ['3'], ['4'], [names.enter]] },
    { group: 'together', action: 'details', keys: [['I']] },
    { group: 'together', action: 'undoMark', keys: [[mod, 'Z']] },
    { group: 'together', action: 'closeTogether', keys: [[names.escape]] },
    { group: 'viewer', action: 'previous', keys: [['←']] },
    { group: 'viewer', action: 'next', keys: [['→']] },
    { group: 'viewer', action: 'zoomBy', keys: zoomSigns },
    { group: 'viewer', action: 'panZoomed', keys: [[names.shift, names.arrows]] },
    { group: 'viewer', action: 'details', keys: [['I']] },
    { group: 'viewer', action: 'closeItem', keys: [[names.escape]] },
    { group: 'viewer', action: 'closeImage', keys: [[names.space]] },
  ]
}
