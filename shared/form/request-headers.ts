/** Prefix of the name of a field that is sent as a header of the request, such as `header:X-Retention`. */
export const headerPrefix = 'header:'

/** The keyword under which a request's schema keeps its header parameters: header name to schema. */
export const headersKeyword = 'x-request-headers'

export interface SplitValues {
  /** The values sent as the request's body. */
  readonly body: Readonly<Record<string, unknown>>
  /** The values sent as headers, by header name. */
  readonly headers: Readonly<Record<string, string>>
}

/** Separates the values of the body from those of the headers. */
export function splitHeaders(values: Readonly<Record<string, unknown>>): SplitValues {
  const isHeader = (name: string) => name.startsWith(headerPrefix)
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return {
    body: Object.fromEntries(entries.filter(([name]) => !isHeader(name))),
    headers: Object.fromEntries(
      entries
        .filter(([name, value]) => isHeader(name) && value !== null)
        .map(([name, value]) => [name.slice(headerPrefix.length), String(value)]),
    ),
  }
}
