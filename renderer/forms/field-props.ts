import type { ComponentType } from 'react'
import type { Field, FieldKind } from '../../shared/form/field.ts'
import type { Problem } from '../../shared/form/problems.ts'

export type FieldOf<Kind extends FieldKind> = Field & { readonly kind: Kind }

export interface FieldListProps {
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, unknown>>
  /** What may be said; each path begins with the wire name of one of these fields. */
  readonly problems: readonly Problem[]
  readonly onChange: (name: string, value: unknown) => void
  /** Changes several at once; absent where one after another is the same. */
  readonly onChangeAll?: (changes: Readonly<Record<string, unknown>>) => void
  readonly onVisit: (name: string) => void
}

/** What every field component gets. */
export interface FieldProps<Shown extends Field = Field> {
  readonly field: Shown
  /** Undefined while the person has not touched it: then it isn't sent. */
  readonly value: unknown
  /** Undefined takes the value back, so that the service's default holds. */
  readonly onChange: (value: unknown) => void
  /** The person has left the field: from now on its problems may be said. */
  readonly onVisit: () => void
  /** What is wrong and may be said; each path begins after the field's own name. */
  readonly problems: readonly Problem[]
  /** Shows the fields of a field. */
  readonly nest: ComponentType<FieldListProps>
}
