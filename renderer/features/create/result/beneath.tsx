import { useState } from 'react'
import styles from './beneath.module.css'

/** The image that the result begins with, blurred; nothing where there is none or it can't be shown. */
export function Beneath({ source }: { readonly source: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (source === null || source === broken) return null
  return (
    <img className={styles.beneath} src={source} alt="" decoding="async" onError={() => setBroken(source)} />
  )
}
