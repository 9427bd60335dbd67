import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelDetailSchema } from '../../../shared/bridge/views.ts'
import type { Field } from '../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../../shared/form/initial-value.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { splitParameters } from '../../../shared/form/request-parameters.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { type ForeignDescription, foreignDescriptions } from '../../testing/foreign-descriptions.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'

/** Read as from the wire, by a catalogue that keeps it. */
function modelsOf({ document }: ForeignDescription) {
  const store = createFakeDescriptionStore()
  const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}), store })
  catalogue.describe(readDescription(JSON.parse(JSON.stringify(document))), 'service')
  const own = catalogue.list().filter(({ path }) => path !== null)
  return new Map(own.map(({ id, path }) => [path, modelDetailSchema.parse(catalogue.find(id))]))
}

/** The verdict of another reader of the same schema. */
function judge({ document }: ForeignDescription, schema: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })
  return ajv.compile({ ...schema, 'x-of': document.info })
}

/** The verdict of another reader of the description as it is written, with nothing that this one made of it. */
function judgeAsWritten({ document }: ForeignDescription, path: string) {
  const paths = document.paths as Readonly<Record<string, Written>>
  const written = Object.keys(paths).find((one) => path.endsWith(one)) ?? ''
  const operation = resolve(document, paths[written])?.post
  const { content = {} } = resolve(document, operation?.requestBody) ?? {}
  const schema = Object.entries(content).find(([type]) => type.includes('json'))?.[1].schema ?? false
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })
  const whole = asJsonSchema({ ...document, schema }, document)
  try {
    return ajv.compile({ ...whole, $ref: '#/schema' })
  } catch {
    // Its references begin at the schema itself.
    return ajv.compile(schema as object)
  }
}

interface Written {
  readonly $ref?: string
  readonly post?: Written
  readonly requestBody?: Written
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>
}

function resolve(document: ForeignDescription['document'], given: Written | undefined): Written | undefined {
  if (given?.$ref === undefined) return given
  const parts = given.$ref.split('/').slice(1)
  return parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], document) as Written
}

/** The keywords of OpenAPI as those of JSON Schema: of 3.0, and where a member, not the shape alone, tells forms apart. */
function asJsonSchema(given: object, document: ForeignDescription['document']): object {
  const isOld = String(document.openapi).startsWith('3.0')
  const isDiscriminated = JSON.stringify(document).includes('"discriminator"')
  return JSON.parse(JSON.stringify(given), (_, node) => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
    const { nullable, ...schema } = node
    if (isDiscriminated && Array.isArray(schema.oneOf)) {
      schema.anyOf = schema.oneOf
      delete schema.oneOf
    }
    if (!isOld) return schema
    for (const [flag, bound] of Object.entries({
      exclusiveMinimum: 'minimum',
      exclusiveMaximum: 'maximum',
    })) {
      if (schema[flag] === true) schema[flag] = schema[bound]
      else if (schema[flag] === false) delete schema[flag]
    }
    return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
  })
}

/** What a person may enter in a field, or leave. */
function entered(field: Field): fc.Arbitrary<unknown> {
  const offered = 'options' in field ? field.options : []
  return fc.oneof(
    fc.constant(undefined),
    fc.constant(initialValue(field)),
    fc.constantFrom('a', '', 0, 1, 4, 0.5, true, null, 'https://images.example/1.png', ...offered),
    fc.jsonValue({ maxDepth: 2 }),
  )
}

describe.each(foreignDescriptions.map((description) => [description.style, description] as const))(
  '[CAT40] a description with %s',
  (_, description) => {
    const models = modelsOf(description)

    test('has every operation as a model whose form leaves nothing out', () => {
      expect([...models.keys()]).toEqual(description.operations.map(({ path }) => path))
      for (const { path, fields } of description.operations) {
        const form = fieldsFromSchema(models.get(path)?.schema ?? {})
        expect(form.map(({ name }) => name)).toEqual(fields)
      }
    })

    test('takes valid requests and stops invalid ones', async () => {
      for (const { path, valid, invalid } of description.operations) {
        const { schema = {} } = models.get(path) ?? {}
        await loadPatterns(schema)
        const isValid = judge(description, schema)
        const asWritten = judgeAsWritten(description, path)
        for (const values of valid) {
          expect(findProblems(schema, values), JSON.stringify(values)).toEqual([])
          const { body } = splitParameters(values)
          expect([isValid(body), asWritten(body)], JSON.stringify(values)).toEqual([true, true])
        }
        for (const values of invalid)
          expect(findProblems(schema, values), JSON.stringify(values)).not.toEqual([])
      }
    })

    test('sends nothing that its own schema refuses, as it was read and as it is written, whatever is entered', async () => {
      for (const { path, valid } of description.operations) {
        const { schema = {} } = models.get(path) ?? {}
        await loadPatterns(schema)
        const isValid = judge(description, schema)
        const asWritten = judgeAsWritten(description, path)
        const isParameter = (name: string) => /^(header|query|path):/.test(name)
        const parameters = Object.entries(valid[0] ?? {}).filter(([name]) => isParameter(name))
        const form = fieldsFromSchema(schema).filter(({ name }) => !isParameter(name))
        const values = fc
          .tuple(...form.map((field) => entered(field)))
          .map((all) => Object.fromEntries(form.map(({ name }, at) => [name, all[at]] as const)))
        fc.assert(
          fc.property(values, (given) => {
            const sent = JSON.parse(JSON.stringify(given)) as Record<string, unknown>
            if (findProblems(schema, { ...Object.fromEntries(parameters), ...sent }).length === 0)
              expect([isValid(sent), asWritten(sent)]).toEqual([true, true])
          }),
          { numRuns: 300 },
        )
      }
    })
  },
)
