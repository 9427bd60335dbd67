import { checkValue, quickCheck } from '../json-schema/check.ts'
import { flatten, type Keywords, typeTitleKeyword } from '../json-schema/flatten.ts'
import { asSchemaMap, isRecord, type SchemaNode, typesOf } from '../json-schema/schema-node.ts'
import type { Field, UnionForm } from './field.ts'
import { base, type FieldContext, formsOf, typeOf } from './field-context.ts'
import { lazily } from './lazily.ts'
import { isToCome, readUnreadableJson } from './unreadable-json.ts'

/** A value with several alternatives. An object whose alternatives only add members is one alternative. */
export function readForms(context: FieldContext): Field | null {
  const { schema } = context
  const types = typesOf(schema)
  const forms = formsOf(schema)
  if (forms.length > 1 && !isOneObject(schema, forms, context))
    return {
      ...base(context),
      kind: 'union',
      forms: forms.map((form) => readForm(context, withRest(schema, form))),
    }
  if (!types || types.length < 2 || types.every((type) => type === 'number' || type === 'integer'))
    return null
  return {
    ...base(context),
    kind: 'union',
    forms: types.map((type) => readForm(context, { ...schema, type, title: undefined })),
  }
}

/** An alternative combined with the common part of the schema; its title is its own. */
function withRest(schema: Keywords, form: SchemaNode): SchemaNode {
  const { anyOf, oneOf, title, description, default: _, ...rest } = schema
  return Object.keys(rest).length === 0 ? form : { allOf: [rest, form] }
}

function isOneObject(schema: Keywords, forms: readonly SchemaNode[], { root }: FieldContext): boolean {
  const isObject = typeOf(schema) === 'object' || schema.properties !== undefined
  const hasOwn = isRecord(schema.properties) && asSchemaMap(schema.properties).size > 0
  const views = forms.map((form) => flatten(root, form))
  const addsNone = views.every((view) => asSchemaMap(view.properties).size === 0)
  return isObject && (hasOwn || addsNone) && views.every(mayBeObject)
}

function mayBeObject(view: Keywords): boolean {
  const options = Array.isArray(view.enum) ? view.enum : Object.hasOwn(view, 'const') ? [view.const] : null
  return (typesOf(view)?.includes('object') ?? true) && (options?.some(isRecord) ?? true)
}

function readForm(context: FieldContext, schema: SchemaNode): UnionForm {
  const { root, name, owner, depth, read } = context
  const view = flatten(root, schema)
  const field = lazily(() => read({ root, name, owner, schema: view, required: true, depth: depth + 1 }))
  return {
    label: labelOf(view, root),
    get field() {
      return field()
    },
    takes: (value) =>
      readUnreadableJson(value) === null ? mayHave(root, schema, value) : field().kind === 'json',
  }
}

/** Whether no fault is known: a form checks this on every key press. */
function mayHave(root: SchemaNode, schema: SchemaNode, value: unknown): boolean {
  return checkValue(root, schema, value, { isToCome, limits: quickCheck }).every(
    ({ reason }) => reason.code === 'too_complex',
  )
}

function labelOf(view: Keywords, root: SchemaNode): string | null {
  if (typeof view.title === 'string') return view.title
  const type = view[typeTitleKeyword]
  return tagOf(view, root) ?? (typeof type === 'string' ? type : null)
}

/** The fixed value of a member that distinguishes this alternative. */
function tagOf(view: Keywords, root: SchemaNode): string | null {
  if (isTag(view.const)) return String(view.const)
  for (const member of asSchemaMap(view.properties).values()) {
    const { const: fixed, enum: list } = flatten(root, member)
    const only = Array.isArray(list) && list.length === 1 ? list[0] : fixed
    if (isTag(only)) return String(only)
  }
  return null
}

function isTag(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
