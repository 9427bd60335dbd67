import type { JsonSchema } from '../catalog/json-schema.ts'
import { flatten, typeTitleKeyword } from '../json-schema/flatten.ts'
import { asNames, asSchemaMap, asSchemas, type SchemaNode } from '../json-schema/schema-node.ts'
import { ownMember } from '../own-member.ts'
import type { Field } from './field.ts'
import { readField } from './field-readers.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'

type Values = Readonly<Record<string, unknown>>

/** A request that is one of several, distinguished by the fixed value of one field. */
interface TaggedForms {
  readonly tag: string
  /** The fields of all forms. */
  readonly all: readonly Field[]
  /** What is shown while no form is chosen. */
  readonly shared: readonly Field[]
  /** The fields of each form, by the tag's value in JSON. */
  readonly byTag: ReadonlyMap<string, readonly Field[]>
}

const known = new WeakMap<JsonSchema, TaggedForms | readonly Field[]>()
const mostForms = 200

/**
 * The fields of a form that is being filled: of a request that is one of several, those of the chosen one, before that
 * those that all have; and whatever else is set, so that it can be seen and removed. The same list for the same choice.
 */
export function fieldsOfChosenForm(schema: JsonSchema, values: Values): readonly Field[] {
  const read = formsIn(schema)
  if (!('tag' in read)) return read
  const { tag, all, shared, byTag } = read
  const shown = byTag.get(tagText(ownMember(values, tag))) ?? shared
  const strays = all.filter(
    ({ name }) => ownMember(values, name) !== undefined && !shown.some((field) => field.name === name),
  )
  return strays.length === 0 ? shown : [...shown, ...strays]
}

interface FormChoice {
  readonly values: Values
  /** What belongs to forms that are not chosen. */
  readonly aside: Values
}

/**
 * The values of a form in which this field was just set: where that chose another form, what only others have goes aside,
 * and what the chosen one has comes back from there (FORM343). Null where no form was chosen.
 */
export function chooseForm(
  schema: JsonSchema,
  name: string,
  { values, aside }: FormChoice,
): FormChoice | null {
  const read = formsIn(schema)
  if (!('tag' in read) || read.tag !== name) return null
  const shown = read.byTag.get(tagText(ownMember(values, name)))
  if (shown === undefined) return null
  const isShown = (one: string) => shown.some((field) => field.name === one)
  const isListed = (one: string) => read.all.some((field) => field.name === one)
  const leaves = ([one]: [string, unknown]) => isListed(one) && !isShown(one)
  const returns = ([one]: [string, unknown]) => isShown(one) && ownMember(values, one) === undefined
  const [own, former] = [Object.entries(values), Object.entries(aside)]
  return {
    values: Object.fromEntries([...own.filter((entry) => !leaves(entry)), ...former.filter(returns)]),
    aside: Object.fromEntries([...former.filter((entry) => !returns(entry)), ...own.filter(leaves)]),
  }
}

function formsIn(schema: JsonSchema): TaggedForms | readonly Field[] {
  const read = known.get(schema) ?? readForms(schema)
  known.set(schema, read)
  return read
}

function readForms(schema: JsonSchema): TaggedForms | readonly Field[] {
  const all = fieldsFromSchema(schema)
  const view = flatten(schema, schema)
  const keyword = ['oneOf', 'anyOf'].find((one) => asSchemas(view[one]).length > 1)
  const forms = keyword === undefined ? [] : asSchemas(view[keyword])
  if (keyword === undefined || forms.length > mostForms) return all
  const views = forms.map((form) => flatten(schema, form))
  for (const tag of asNames(views[0]?.required)) {
    const tags = views.map((form) => fixedValue(schema, asSchemaMap(form.properties).get(tag)))
    const texts = tags.filter((value) => value !== undefined).map(tagText)
    if (new Set(texts).size < forms.length) continue
    const choice = readField({
      root: schema,
      name: tag,
      owner: '',
      schema: { enum: tags, 'x-enum-names': views.map((form) => form.title ?? form[typeTitleKeyword]) },
      required: true,
      depth: 0,
    })
    const fields = forms.map((form) => [
      choice,
      ...fieldsFromSchema({ ...view, [keyword]: [form] } as JsonSchema).filter(({ name }) => name !== tag),
    ])
    const [first = [], ...others] = fields
    const shared = first.filter(({ name }) => others.every((one) => one.some((field) => field.name === name)))
    return { tag, all, shared, byTag: new Map(fields.map((own, at) => [texts[at] ?? '', own])) }
  }
  return all
}

function fixedValue(root: JsonSchema, member: SchemaNode | undefined): unknown {
  if (member === undefined) return undefined
  const { const: fixed, enum: list } = flatten(root, member)
  return Array.isArray(list) && list.length === 1 ? list[0] : fixed
}

function tagText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
