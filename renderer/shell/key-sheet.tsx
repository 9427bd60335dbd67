import { Fragment } from 'react'
import { actionTable } from '../actions/action-table.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useKeyWords } from '../words/key-words.ts'
import { useWords } from '../words/words-context.tsx'
import { useStudio } from './atelier-context.tsx'
import { type KeyGroup, type KeyRow, keyRows } from './key-rows.ts'
import styles from './key-sheet.module.css'
import { shownKeys } from './keys.ts'
import { browserScreenKey, screenKey } from './screen-keys.ts'

/** All keyboard shortcuts. */
export function KeySheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { shell, actions } = useWords()
  const keyWords = useKeyWords()
  // A tab of a browser has the others for itself.
  const keyOf = useStudio(({ status }) => status?.host === 'browser') ? browserScreenKey : screenKey
  const screenRows = Object.values(shell.screens).map((name, place) => ({
    name,
    keys: [shownKeys(keyOf(place), shell.keyNames)],
  }))
  const rows = keyRows(shell.keyNames)
  const groups = Object.keys(keyWords.keyGroups) as KeyGroup[]
  return (
    <Dialog open={open} onClose={onClose} title={shell.keys} wide="full">
      <div className={styles.sheet}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.group}>{keyWords.keyGroups[group]}</h3>
            <dl>
              {group === 'everywhere' && screenRows.map((row) => <Row key={row.name} {...row} />)}
              {group === 'result' &&
                actionTable.map(({ id, key, otherKey }) => (
                  <Row
                    key={id}
                    name={actions.names[id]}
                    keys={[...(otherKey ? [otherKey] : []), key].map((one) => shownKeys(one, shell.keyNames))}
                  />
                ))}
              {rows
                .filter((row) => row.group === group)
                .map((row) => (
                  <Row key={row.action} name={keyWords.keyActions[row.action]} keys={row.keys} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly name: string
  readonly keys: KeyRow['keys']
}

function Row({ name, keys }: RowProps) {
  const { or } = useKeyWords()
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {keys.map((together, at) => (
          <Fragment key={together.join()}>
            {at > 0 && <span className={styles.or}> {or} </span>}
            <span className={styles.together}>
              {together.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
