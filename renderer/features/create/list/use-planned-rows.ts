import { useEffect, useState } from 'react'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { FormStore } from '../composer/form-store.ts'
import { type PlannedRow, planList } from './list-plan.ts'

/** The rows as they were last read; null while they are being read. */
export function usePlannedRows(
  text: string,
  detail: ModelDetail,
  form: FormStore,
): readonly PlannedRow[] | null {
  const [rows, setRows] = useState<readonly PlannedRow[] | null>([])
  useEffect(() => {
    const latest = new AbortController()
    setRows(null)
    const { values } = form.store.getState()
    void planList(text, detail, values, latest.signal).then((planned) => planned && setRows(planned))
    return () => latest.abort()
  }, [text, detail, form])
  return rows
}
