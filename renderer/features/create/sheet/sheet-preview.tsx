import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { stepWords } from '../../../sheets/sheet-words.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import styles from './compare-panel.module.css'

interface SheetPreviewProps {
  readonly form: FormStore
  readonly axes: readonly SheetAxis[]
}

const mostColumns = 8
const mostRows = 6

/** A small preview of the sheet: which run will be where. */
export function SheetPreview({ form, axes }: SheetPreviewProps) {
  const words = useWords()
  useStore(form.store)
  const models = useCatalog((state) => state.models)
  const [across, down] = axes
  const plan = form.plan()
  if (!across || !plan || plan.count === 0) return null
  const labelOf = (id: string) => models?.find((model) => model.id === id)?.label ?? id
  const columns = stepWords(across, words, labelOf)
  const rows = down ? stepWords(down, words, labelOf) : [null]
  const size = words.create.sheet.size(lengthOf(across), down ? lengthOf(down) : 1)
  return (
    <div className={styles.preview}>
      <table aria-label={size}>
        <thead>
          <tr>
            {down && <td />}
            {columns.slice(0, mostColumns).map((column) => (
              <th key={column} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row}>
              {row !== null && (
                <th scope="row" title={row}>
                  {row}
                </th>
              )}
              {columns.slice(0, mostColumns).map((column) => (
                <td key={column}>
                  <span className={styles.place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{size}</p>
    </div>
  )
}
