import { useShallow } from 'zustand/shallow'
import { isHeic } from '../../shared/form/heic.ts'
import { readInputReference } from '../../shared/form/input-reference.ts'
import type { Problem } from '../../shared/form/problems.ts'
import { useIntakeState } from './intake-context.tsx'

interface HeicField {
  readonly name: string
  readonly takesHeic: boolean
}

/** A field's problems, and that it holds a HEIC image which it doesn't take: one that came from another model's form. */
export function useHeicProblems(
  { name, takesHeic }: HeicField,
  items: readonly unknown[],
  problems: readonly Problem[],
): readonly Problem[] {
  const types = useIntakeState(
    useShallow(({ known }) => items.map((item) => known[readInputReference(item) ?? '']?.mediaType ?? '')),
  )
  const isSaid = problems.some(({ reason }) => reason.code === 'heic')
  if (takesHeic || isSaid || !types.some(isHeic)) return problems
  return [...problems, { path: [name], reason: { code: 'heic' } }]
}
