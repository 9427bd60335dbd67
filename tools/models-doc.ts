import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { models } from '../shared/catalog/index.ts'
import { type JsonSchema, requestSchema } from '../shared/catalog/json-schema.ts'
import type { Model } from '../shared/catalog/model.ts'
import { retiredModels } from '../shared/catalog/retired.ts'
import type { PricePoint } from '../shared/pricing/price-table.ts'

const path = fileURLToPath(new URL('../docs/models.md', import.meta.url))

const introduction = `# The models

What Atelier knows of the service's models before it has read a service's own description. Made from
\`shared/catalog\` by \`node tools/models-doc.ts\`; \`npm run check\` says when it is out of date.

A field that a request leaves out is left to the service. Media fields take a URL of at most 1024 characters, a base64
data URI or an uploaded asset's URL. An alias was taken until its date (UTC) and is refused from then on.
`

/** The whole of docs/models.md. */
export function renderModelsDoc(): string {
  return `${[introduction, renderOverview(), ...models.map(renderModel), renderRetired()].join('\n')}`
}

function renderOverview(): string {
  const rows = models.map((model) => [
    `[${model.id.toUpperCase()}](#${model.id})`,
    model.name,
    model.kind,
    model.description,
    model.pricing ? `per ${model.pricing.unit}` : 'not listed',
  ])
  return table(['Code', 'Name', 'Kind', 'What it is', 'Price'], rows)
}

function renderModel(model: Model): string {
  const schema = requestSchema(model)
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    `\`${name}\``,
    required.has(name) ? 'yes' : '',
    describeType(field),
    describeBounds(field),
  ])
  return [
    `## ${model.id.toUpperCase()}\n\n${model.name} (${model.kind}): ${model.description}.\n`,
    table(['Field', 'Required', 'Takes', 'Bounds'], fields),
    ...renderAliases(model),
    ...renderPricing(model),
    ...(model.notes.length > 0 ? [`${model.notes.map(({ text }) => `- ${text}`).join('\n')}\n`] : []),
  ].join('\n')
}

function renderAliases(model: Model): string[] {
  const names = model.aliases.map(({ from, to, until }) => [`\`${from}\``, `\`${to}\``, until])
  const values = model.renamedValues.map(({ field, from, to, until }) => [
    `\`${field}: ${from}\``,
    `\`${field}: ${to}\``,
    until,
  ])
  const rows = [...names, ...values]
  return rows.length > 0 ? [table(['Alias', 'Now', 'Until'], rows)] : []
}

function renderPricing(model: Model): string[] {
  if (!model.pricing) return ['Price: not listed.\n']
  const dimensions = [...new Set(model.pricing.points.flatMap((point) => Object.keys(point.dimensions)))]
  const rows = model.pricing.points.map((point) => [
    ...dimensions.map((dimension) => String(point.dimensions[dimension] ?? '')),
    renderPrice(point),
  ])
  return [table([...dimensions.map((name) => `\`${name}\``), `USD per ${model.pricing.unit}`], rows)]
}

function renderPrice({ microUsd }: PricePoint): string {
  return (microUsd / 1_000_000).toFixed(6).replace(/0{1,4}$/, '')
}

function renderRetired(): string {
  const rows = retiredModels.map(({ label, kind, sunsetDate, cause, replacement }) => [
    label,
    kind,
    sunsetDate,
    cause,
    replacement?.label ?? 'none',
  ])
  const columns = ['Model', 'Kind', 'Sunset', 'Cause', 'Replacement']
  return `## Retired\n\n${table(columns, rows)}`
}

function describeType(field: JsonSchema): string {
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(', ')
  const media = field['x-media'] ?? field.items?.['x-media']
  if (media) return field.items ? `list of ${media}` : `${media}`
  if (field['x-styles']) return 'list of styles with strength'
  if (field['x-style-images']) return 'list of images with strength'
  return String(field.type)
}

function describeBounds(field: JsonSchema): string {
  return [
    span(field.minimum, field.maximum, field['x-unit'] ? ` ${field['x-unit']}` : ''),
    span(field.minLength, field.maxLength, ' characters'),
    span(field.minItems, field.maxItems, ' items'),
    field.default === undefined ? '' : `default ${field.default}`,
    field.description ?? '',
  ]
    .filter(Boolean)
    .join('; ')
}

function span(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  if (minimum === undefined && maximum === undefined) return ''
  if (maximum === undefined) return `at least ${minimum}${unit}`
  return minimum === undefined ? `at most ${maximum}${unit}` : `${minimum} to ${maximum}${unit}`
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** The outdated state of docs/models.md: one line, or none. */
export function findStaleModelsDoc(current: string = readFileSync(path, 'utf8')): string[] {
  return current === renderModelsDoc() ? [] : ['docs/models.md is out of date: run node tools/models-doc.ts']
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, renderModelsDoc())
