import { useShallow } from 'zustand/shallow'
import { isHeic } from '../../shared/form/heic.ts'
import { readInputReference } from '../../shared/form/input-reference.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import type { Problem } from '../../shared/form/problems.ts'
import { useIntakeState } from './intake-context.tsx'

interface FileField {
  readonly name: string
  readonly media?: FieldMedium
  readonly takesHeic: boolean
}

/** A field's problems, and that it holds a file which it doesn't take: one that came from another model's form. */
export function useFileProblems(
  { name, media, takesHeic }: FileField,
  items: readonly unknown[],
  problems: readonly Problem[],
): readonly Problem[] {
  const codes = useIntakeState(
    useShallow(({ known }) =>
      items.map((item) => {
        const { kind, mediaType = '' } = known[readInputReference(item) ?? ''] ?? {}
        if (kind === 'other') return media === 'file' ? null : ('not_a_medium' as const)
        return isHeic(mediaType) && !takesHeic ? ('heic' as const) : null
      }),
    ),
  )
  const isSaid = (code: string) => problems.some(({ reason }) => reason.code === code)
  const news = [...new Set(codes)].filter((code) => code !== null && !isSaid(code))
  return news.length === 0
    ? problems
    : [...problems, ...news.flatMap((code): Problem[] => (code ? [{ path: [name], reason: { code } }] : []))]
}
