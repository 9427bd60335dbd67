import type { ColorName } from '../../../shared/library/color-names.ts'
import styles from './color-dot.module.css'

/** A color beside its name. */
export function ColorDot({ name }: { readonly name: ColorName | undefined }) {
  return <span aria-hidden="true" className={styles.dot} data-color={name} />
}
