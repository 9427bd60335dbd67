/** Where the sandbox's deprecation entries stand; nothing is served there. */
const entriesUrl = 'https://docs.sandbox.invalid/deprecations'

/** The page about one ended or ending name, as `migration_url` and the Link header give it. */
export function deprecationEntry(name: string): string {
  return `${entriesUrl}#${encodeURIComponent(name)}`
}

/** The headers of a successful answer of something that ends on this UTC calendar date or at this moment (interface: Versioning 3). */
export function deprecationHeaders(sunset: string, name: string): Record<string, string> {
  return {
    Deprecation: 'true',
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${deprecationEntry(name)}>; rel="deprecation"; type="text/html"`,
  }
}
