import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'

/** Replaces the items where an empty list is sent. */
export function EmptyList({ value }: { readonly value: unknown }) {
  const { fields } = useWords()
  if (!Array.isArray(value) || value.length > 0) return null
  return <span className={frame.stated}>{fields.list.empty}</span>
}
