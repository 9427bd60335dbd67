import styles from './skeleton.module.css'

interface SkeletonProps {
  readonly width?: number | string
  readonly height?: number | string
}

/** A placeholder for content that is being read. */
export function Skeleton({ width = '100%', height = 28 }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.root} style={{ width, height }} />
}
