import type { ComponentType } from 'react'
import type { Field, FieldKind } from '../../shared/form/field.ts'
import type { Problem } from '../../shared/form/problems.ts'

export type FieldOf<Kind extends FieldKind> = Field & { readonly kind: Kind }

export interface FieldListProps {
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, unknown>>
  /** The problems that may be shown; each path begins with the wire name of one of these fields. */
  readonly problems: readonly Problem[]
  readonly onChange: (name: string, value: unknown) => void
  /** Changes several at once; absent where sequential changes are equivalent. */
  readonly onChangeAll?: (changes: Readonly<Record<string, unknown>>) => void
  readonly onVisit: (name: string) => void
}

/** The props of every field component. */
export interface FieldProps<Shown extends Field = Field> {
  readonly field: Shown
  /** Undefined while the person has not touched it: then it isn't sent. */
  readonly value: unknown
  /** Undefined removes the value, so that the service's default applies. */
  readonly onChange: (value: unknown) => void
  /** The person has left the field: from now on its problems may be shown. */
  readonly onVisit: () => void
  /** The problems that may be shown; each path begins after the field's own name. */
  readonly problems: readonly Problem[]
  /** Renders nested fields. */
  readonly nest: ComponentType<FieldListProps>
}
