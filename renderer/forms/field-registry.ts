import type { ComponentType } from 'react'
import type { Field, FieldKind } from '../../shared/form/field.ts'
import { AspectRatioField } from './aspect-ratio-field.tsx'
import { ConstantField } from './constant-field.tsx'
import {
  JsonField,
  ListField,
  NullableField,
  ObjectField,
  TupleField,
  UnionField,
} from './described-fields.tsx'
import { EnumerationField } from './enumeration-field.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { NumberField, SeedField, StyleImagesField, StylesField } from './fields-on-demand.tsx'
import { MediaField } from './media-field.tsx'
import { MediaListField } from './media-list-field.tsx'
import { PromptField } from './prompt-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { TextField } from './text-field.tsx'

interface FieldRow {
  readonly takes: (field: Field) => boolean
  readonly component: ComponentType<FieldProps>
}

function row<Kind extends FieldKind>(
  kinds: readonly Kind[],
  component: ComponentType<FieldProps<FieldOf<Kind>>>,
): FieldRow {
  const taken: ReadonlySet<FieldKind> = new Set(kinds)
  return { takes: (field) => taken.has(field.kind), component: component as ComponentType<FieldProps> }
}

/** Maps fields to components; the first matching row wins. */
const rows: readonly FieldRow[] = [
  row(['prompt'], PromptField),
  row(['text'], TextField),
  row(['aspect-ratio'], AspectRatioField),
  row(['enumeration'], EnumerationField),
  row(['number', 'integer'], NumberField),
  row(['seed'], SeedField),
  row(['switch'], SwitchField),
  row(['media'], MediaField),
  row(['media-list'], MediaListField),
  row(['styles'], StylesField),
  row(['style-images'], StyleImagesField),
  row(['constant'], ConstantField),
  row(['list'], ListField),
  row(['tuple'], TupleField),
  row(['object'], ObjectField),
  row(['nullable'], NullableField),
  row(['union'], UnionField),
  row(['json'], JsonField),
]

/** The component for a field; undefined only where a kind has no row, which is a programming error. */
export function findFieldComponent(field: Field): ComponentType<FieldProps> | undefined {
  return rows.find((candidate) => candidate.takes(field))?.component
}
