import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelDetailSchema } from '../../../shared/bridge/views.ts'
import type { Field } from '../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../../shared/form/initial-value.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { splitParameters } from '../../../shared/form/request-parameters.ts'
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

    test('takes valid requests and stops invalid ones', () => {
      for (const { path, valid, invalid } of description.operations) {
        const { schema = {} } = models.get(path) ?? {}
        const isValid = judge(description, schema)
        for (const values of valid) {
          expect(findProblems(schema, values), JSON.stringify(values)).toEqual([])
          expect(isValid(splitParameters(values).body), JSON.stringify(values)).toBe(true)
        }
        for (const values of invalid)
          expect(findProblems(schema, values), JSON.stringify(values)).not.toEqual([])
      }
    })

    test('sends nothing that its own schema refuses, whatever is entered', () => {
      for (const { path } of description.operations) {
        const { schema = {} } = models.get(path) ?? {}
        const isValid = judge(description, schema)
        const form = fieldsFromSchema(schema).filter(({ name }) => !/^(header|query|path):/.test(name))
        const values = fc
          .tuple(...form.map((field) => entered(field)))
          .map((all) => Object.fromEntries(form.map(({ name }, at) => [name, all[at]] as const)))
        fc.assert(
          fc.property(values, (given) => {
            const sent = JSON.parse(JSON.stringify(given)) as Record<string, unknown>
            if (findProblems(schema, sent).length === 0) expect(isValid(sent)).toBe(true)
          }),
          { numRuns: 300 },
        )
      }
    })
  },
)
