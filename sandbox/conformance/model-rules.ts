import assert from 'node:assert/strict'
import { jobSchema } from '../../shared/api/job.ts'
import { models } from '../../shared/catalog/index.ts'
import { type JsonSchema, requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { expectError, expectJson } from './expectations.ts'
import { inSection, type Rule } from './rule.ts'

const breaks: readonly { readonly why: string; readonly value: (schema: JsonSchema) => unknown }[] = [
  { why: 'a value outside the list', value: ({ enum: listed }) => (listed ? 'not-listed' : undefined) },
  { why: 'a number below the least', value: ({ minimum }) => (isSafe(minimum) ? minimum - 1 : undefined) },
  { why: 'a number above the most', value: ({ maximum }) => (isSafe(maximum) ? maximum + 1 : undefined) },
  { why: 'no text', value: ({ minLength }) => (minLength === 1 ? '' : undefined) },
  { why: 'too long a text', value: ({ maxLength }) => (maxLength ? 'x'.repeat(maxLength + 1) : undefined) },
  { why: 'an empty list', value: ({ minItems }) => (minItems === 1 ? [] : undefined) },
  {
    why: 'too long a list',
    value: ({ maxItems }) => (maxItems ? Array(maxItems + 1).fill('https://example.com/a.png') : undefined),
  },
  {
    why: 'too long a URL',
    value: (schema) => (schema['x-media'] ? `https://example.com/${'a'.repeat(1024)}` : undefined),
  },
  {
    why: 'another type',
    value: ({ type }) => (type === 'boolean' ? 'yes' : type === 'string' ? 7 : undefined),
  },
]

/** What each model takes and refuses, from the listing’s own bounds. Refused requests cost nothing. */
export const modelRules: readonly Rule[] = models.flatMap((model) =>
  inSection(`Model endpoints, ${model.id.toUpperCase()}`, [
    [
      'a prompt alone is answered at once with a pending job',
      async (service) => {
        const job = jobSchema.parse(
          await expectJson(await service.post(service.pathOf(model), { prompt: 'a lighthouse' })),
        )
        assert.equal(job.completed_at, null)
        assert.equal(job.result, null)
      },
    ],
    [
      'a field that is not listed is refused by name',
      async (service) => {
        const answer = await service.post(service.pathOf(model), { prompt: 'x', not_a_field: 1 })
        assert.match(await expectError(answer, 400), /not_a_field/)
      },
    ],
    ...violationsOf(model).map(
      ([field, value, why]) =>
        [
          `${field}: ${why} is refused by name`,
          async (service: Parameters<Rule['check']>[0]) => {
            const answer = await service.post(service.pathOf(model), { prompt: 'x', [field]: value })
            assert.match(await expectError(answer, 400), new RegExp(field))
          },
        ] as const,
    ),
    ...model.aliases
      .filter(({ until }) => Date.parse(until) <= Date.now())
      .map(
        ({ from, until }) =>
          [
            `${from} is refused since ${until}`,
            async (service: Parameters<Rule['check']>[0]) => {
              await expectError(await service.post(service.pathOf(model), { prompt: 'x', [from]: 'x' }), 400)
            },
          ] as const,
      ),
  ]),
)

/** Values that break one bound each. */
function violationsOf(model: Model): [field: string, value: unknown, why: string][] {
  const fields = Object.entries(requestSchema(model).properties ?? {})
  return fields.flatMap(([field, schema]) =>
    breaks.flatMap(({ why, value }) => {
      const broken = value(schema)
      return broken === undefined ? [] : [[field, broken, why] as [string, unknown, string]]
    }),
  )
}

function isSafe(bound: number | undefined): bound is number {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
}
