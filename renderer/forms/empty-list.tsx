import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'

/** In the place of items where a list is sent that has none. */
export function EmptyList({ value }: { readonly value: unknown }) {
  const { fields } = useWords()
  if (!Array.isArray(value) || value.length > 0) return null
  return <span className={frame.stated}>{fields.list.empty}</span>
}
