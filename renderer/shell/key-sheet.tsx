import { Dialog } from '../ui/dialog.tsx'
import { useWords, type Words } from '../words/words-context.tsx'
import styles from './key-sheet.module.css'
import { isMac } from './keys.ts'

type Group = keyof Words['shell']['keyGroups']
type Action = keyof Words['shell']['keyActions']

interface KeyRow {
  readonly group: Group
  readonly action: Action
  /** Each inner list is pressed together. */
  readonly keys: readonly (readonly string[])[]
}

function keyRows(names: Words['shell']['keyNames']): readonly KeyRow[] {
  const mod = isMac ? names.command : names.mod
  return [
    { group: 'everywhere', action: 'palette', keys: [[mod, 'K']] },
    { group: 'everywhere', action: 'keySheet', keys: [['?']] },
    { group: 'everywhere', action: 'note', keys: [['F6']] },
    { group: 'everywhere', action: 'closeDialog', keys: [[names.escape]] },
    { group: 'create', action: 'generate', keys: [[mod, names.enter]] },
    { group: 'create', action: 'prompt', keys: [['/']] },
    { group: 'create', action: 'recipes', keys: [['R']] },
    { group: 'create', action: 'saveRecipe', keys: [[mod, 'S']] },
    { group: 'create', action: 'history', keys: [[mod, '↑']] },
    { group: 'create', action: 'favorite', keys: [[mod, 'D']] },
    { group: 'create', action: 'previousRun', keys: [['[']] },
    { group: 'create', action: 'nextRun', keys: [[']']] },
    { group: 'library', action: 'search', keys: [['/']] },
    { group: 'library', action: 'move', keys: [[names.arrows]] },
    { group: 'library', action: 'open', keys: [[names.enter]] },
    { group: 'library', action: 'download', keys: [['D']] },
    { group: 'library', action: 'remix', keys: [['R']] },
    { group: 'viewer', action: 'previous', keys: [['←']] },
    { group: 'viewer', action: 'next', keys: [['→']] },
    { group: 'viewer', action: 'zoom', keys: [['Z']] },
    { group: 'viewer', action: 'closeItem', keys: [[names.escape]] },
  ]
}

/** All keyboard shortcuts. */
export function KeySheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { shell } = useWords()
  const mod = isMac ? shell.keyNames.command : shell.keyNames.mod
  const screenRows = Object.values(shell.screens).map((screen, index) => ({
    name: screen,
    keys: [[mod, String(index + 1)]],
  }))
  const rows = keyRows(shell.keyNames)
  const groups = Object.keys(shell.keyGroups) as Group[]
  return (
    <Dialog open={open} onClose={onClose} title={shell.keys} wide>
      <div className={styles.sheet}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.group}>{shell.keyGroups[group]}</h3>
            <dl>
              {group === 'everywhere' && screenRows.map((row) => <Row key={row.name} {...row} />)}
              {rows
                .filter((row) => row.group === group)
                .map((row) => (
                  <Row key={row.action} name={shell.keyActions[row.action]} keys={row.keys} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Row({ name, keys }: { readonly name: string; readonly keys: KeyRow['keys'] }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {keys.map((together) => (
          <span key={together.join()} className={styles.together}>
            {together.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
