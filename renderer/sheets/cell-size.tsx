import { Scan } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { Slider } from '../ui/controls-on-demand.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './cell-size.module.css'
import type { Cells } from './use-cells.ts'

interface CellSizeProps {
  readonly cells: Cells
  /** What the person chose; null for as large as fits. */
  readonly side: number | null
  readonly onChange: (side: number | null) => void
}

/** By which an arrow key changes a side, in CSS pixels: less is hardly seen. */
const sizeStep = 8

/** How large the cells of a sheet are: as large as fits, until the person chooses. */
export function CellSize({ cells, side, onChange }: CellSizeProps) {
  const { sheet } = useWords().create
  const [least, most] = cells.sides
  return (
    <div className={styles.size}>
      <Slider
        label={sheet.cellSize}
        minimum={least}
        maximum={most}
        step={sizeStep}
        value={side === null ? undefined : cells.side}
        rest={cells.side}
        unset={sheet.cellSizeFits}
        onChange={onChange}
      />
      <IconButton
        small
        label={sheet.fit}
        icon={<Scan />}
        disabled={side === null}
        focusableWhenDisabled
        onClick={() => onChange(null)}
      />
    </div>
  )
}
