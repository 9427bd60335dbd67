import { TriangleAlert } from 'lucide-react'
import type { FileView } from '../../shared/bridge/views.ts'
import { FileMarks } from '../media/file-marks.tsx'
import { Thumb } from '../media/thumb.tsx'
import { useIsUnreadable } from '../media/use-is-unreadable.ts'
import styles from './file-tiles.module.css'

/** How many columns arrange so many tiles in about a square. */
export function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count))
}

/** One of several files that share a cell; where it is not here, why. */
export function FileTile({ file }: { readonly file: FileView }) {
  const isUnreadable = useIsUnreadable(file)
  const isTroubled = isUnreadable || file.state === 'failed' || file.missingBytes !== null
  return (
    <span className={styles.tile}>
      <Thumb kind={file.kind} file={file} alt="" fit="contain" />
      <FileMarks judgement={file.judgement} />
      {isTroubled && <TriangleAlert className={styles.mark} aria-hidden="true" />}
    </span>
  )
}
