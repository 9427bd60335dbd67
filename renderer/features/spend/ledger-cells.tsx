import type { ReactNode } from 'react'

interface CellProps {
  readonly column: 'when' | 'prompt' | 'model' | 'kind' | 'account' | 'state' | 'estimate' | 'cost'
  readonly state?: string
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** What a person, or a service, wrote. */
const written: ReadonlySet<CellProps['column']> = new Set(['prompt', 'model', 'account'])

/** A cell of a line. */
export function Cell({ column, state, isQuiet = false, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines come and go, so the table's parts are given their roles.
    <span
      role="gridcell"
      tabIndex={-1}
      data-column={column}
      data-state={state}
      data-quiet={isQuiet || undefined}
      data-verbatim={written.has(column) || undefined}
    >
      {children}
    </span>
  )
}

/** The heading of a column. */
export function HeadCell({ column, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <span role="columnheader" tabIndex={-1} data-column={column}>
      {children}
    </span>
  )
}
