import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { standingNotes } from '../../shared/catalog/standing-notes.ts'
import type { PriceTable } from '../../shared/pricing/price-table.ts'
import { type Clock, hasBegun } from '../clock.ts'
import { deprecationEntry, toSunsetBody } from '../http/deprecations.ts'
import type { ModelEnd } from '../models/deprecation.ts'
import { ignoredFields, zeroRetentionHeaders } from '../models/own-fields.ts'
import { respond } from './response-schemas.ts'

const webhookHeader = {
  name: 'X-Webhook-URL',
  in: 'header',
  required: false,
  description: 'Receives one POST when the job has ended.',
  schema: { type: 'string', format: 'uri' },
}

const sharedResponses = {
  200: respond('The job, pending.', 'Job'),
  400: respond('The request breaks a rule; the words begin with the field.', 'Error'),
  401: respond('No key, or one that is not known.', 'Error'),
  402: respond('The balance is empty. Running jobs finish.', 'InsufficientBalance'),
  403: respond('This key may not generate.', 'Error'),
  410: respond('The model is past its sunset date.', 'Sunset'),
  429: respond('Too many requests.', 'Error'),
}

/** A model's operation: its request, price and old names. */
export function describeGeneration(model: Model, end: ModelEnd | null, clock: Clock) {
  const notes = standingNotes(model.notes, { request: true, prices: model.pricing !== null })
  const text = [`${model.description}.`, ...notes].join('\n\n')
  return {
    operationId: `generate_${model.id.replaceAll('-', '_')}`,
    tags: [model.kind],
    summary: model.description,
    ...(end && { deprecated: true }),
    description: end ? `${warnOfEnd(end, clock)}\n\n${text}` : text,
    parameters: [webhookHeader, ...zeroRetentionParameter(model)],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: describeRequest(model, clock) } },
    },
    responses: sharedResponses,
    ...(model.pricing && { 'x-pricing': describePricing(model.pricing) }),
    ...(model.aliases.length > 0 && {
      'x-deprecated-field-aliases': model.aliases.map(({ from, to, until }) => ({
        from,
        to,
        sunset_date: until,
        reason: describeRenaming(from, to),
        migration_url: deprecationEntry(model.id),
      })),
    }),
  }
}

function zeroRetentionParameter({ id }: Model) {
  const name = zeroRetentionHeaders[id]
  if (name === undefined) return []
  const description = 'Forgets the request when the job has ended.'
  return [
    { name, in: 'header', required: false, description, schema: { type: 'string', enum: ['true', 'false'] } },
  ]
}

/** Why a name ended: most were camelCase, the others were given a new name. */
function describeRenaming(from: string, to: string): string {
  const isSpelling = from.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) === to
  return isSpelling ? 'Request fields are written in snake_case.' : `The field is called ${to} now.`
}

function warnOfEnd({ moment, model }: ModelEnd, clock: Clock): string {
  if (hasBegun(moment, clock)) return `> **Warning: sunset.** ${toSunsetBody(model).message}`
  const { replacement } = model
  const place = replacement?.path ? ` (${replacement.path})` : ''
  const advice = replacement ? ` Use ${replacement.label}${place} instead.` : ' Nothing replaces it.'
  return `> **Warning: deprecated.** This model answers 410 from ${moment} on.${advice}`
}

/** Amounts in dollars; `unit` is the unit of one amount. */
function describePricing({ unit, points }: PriceTable) {
  return {
    type: 'fixed',
    currency: 'USD',
    unit,
    price_points: points.map(({ microUsd, dimensions }) => ({ amount: microUsd / 1_000_000, dimensions })),
  }
}

/**
 * The request, including fields that are still accepted and ignored: until their end they are documented here.
 */
function describeRequest(model: Model, clock: Clock) {
  const { $schema, ...schema } = requestSchema(model)
  const ignored = (ignoredFields[model.id] ?? []).filter(({ until }) => !hasBegun(until, clock))
  const fields = ignored.map(({ field, until }) => [
    field,
    {
      type: 'boolean',
      deprecated: true,
      description: `Ignored, and refused from ${until} on.`,
      'x-sandbox': true,
    },
  ])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(fields) } }
}
