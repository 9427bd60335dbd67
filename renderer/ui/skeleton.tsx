import styles from './skeleton.module.css'

interface SkeletonProps {
  readonly width?: number | string
  readonly height?: number | string
}

/** The place of something that is being read. */
export function Skeleton({ width = '100%', height = 28 }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.root} style={{ width, height }} />
}
