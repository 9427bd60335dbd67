import type { JsonSchema } from '../catalog/json-schema.ts'
import { asNames, asSchemaMap, type SchemaNode } from '../json-schema/schema-node.ts'

/** Where a request has values outside its body. */
export const parameterPlaces = ['header', 'query', 'path'] as const
export type ParameterPlace = (typeof parameterPlaces)[number]

/** The keyword under which a request's schema keeps its parameters of a place: name to schema. */
export const parameterKeywords = {
  header: 'x-request-headers',
  query: 'x-request-query',
  path: 'x-request-path',
} as const satisfies Record<ParameterPlace, string>

/** The keyword under which a request's schema lists the fields of its required parameters. */
export const requiredParametersKeyword = 'x-required-parameters'

/** The name of the field that is sent as a parameter, such as `header:X-Retention`. */
export function parameterField(place: ParameterPlace, name: string): string {
  return `${place}:${name}`
}

export interface RequestParameter {
  readonly place: ParameterPlace
  readonly field: string
  readonly schema: SchemaNode
}

/** The parameters of a request, those of its path first: they say what is requested. */
export function requestParameters(schema: JsonSchema): readonly RequestParameter[] {
  return (['path', 'query', 'header'] as const).flatMap((place) =>
    [...asSchemaMap(schema[parameterKeywords[place]])].map(([name, own]) => ({
      place,
      field: parameterField(place, name),
      schema: own,
    })),
  )
}

export function requiredParameters(schema: JsonSchema): readonly string[] {
  return asNames(schema[requiredParametersKeyword])
}

export interface SplitValues {
  /** The values sent as the request's body. */
  readonly body: Readonly<Record<string, unknown>>
  /** The values sent elsewhere, by their fields. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Separates the values of the body from those of parameters; what is not sent is in neither. */
export function splitParameters(values: Readonly<Record<string, unknown>>): SplitValues {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return {
    body: Object.fromEntries(entries.filter(([name]) => placeOf(name) === null)),
    parameters: Object.fromEntries(
      entries.filter(([name, value]) => placeOf(name) !== null && value !== null),
    ),
  }
}

/** The headers among these values, by header name. */
export function headersIn(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(valuesIn(values, 'header').map(([name, value]) => [name, parameterText(value)]))
}

/**
 * The path of a request with its parameters and its query. Throws where a part of the path would be empty or lead
 * elsewhere: `findProblems` reports that before.
 */
export function requestTarget(path: string, values: Readonly<Record<string, unknown>>): string {
  const parts = new Map(valuesIn(values, 'path'))
  const filled = path.replace(/\{([^{}/]*)\}/g, (_, name: string) => {
    const text = parameterText(parts.get(name) ?? '')
    if (!isPathPart(text)) throw new RangeError(name)
    return encodeURIComponent(text)
  })
  const query = new URLSearchParams(valuesIn(values, 'query').flatMap(queryPairs)).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** Whether a text can be one part of a path: `..` would lead out of it, in whatever way it is written. */
export function isPathPart(text: string): boolean {
  return text !== '' && text.isWellFormed() && !/^\.+$/.test(text)
}

export function parameterText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function placeOf(field: string): ParameterPlace | null {
  return parameterPlaces.find((place) => field.startsWith(`${place}:`)) ?? null
}

function valuesIn(
  values: Readonly<Record<string, unknown>>,
  place: ParameterPlace,
): readonly (readonly [string, unknown])[] {
  return Object.entries(splitParameters(values).parameters)
    .filter(([field]) => placeOf(field) === place)
    .map(([field, value]) => [field.slice(place.length + 1), value] as const)
}

/** A list is repeated, an object’s members are each named (OpenAPI: `form` and `deepObject`). */
function queryPairs([name, value]: readonly [string, unknown]): [string, string][] {
  if (Array.isArray(value)) return value.map((item) => [name, parameterText(item)])
  if (typeof value !== 'object' || value === null) return [[name, parameterText(value)]]
  return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, parameterText(item)])
}
