/** The host of an address for display, without `www.` and `api.`; the text itself where it has no host. */
export function displayHost(baseUrl: string): string {
  return URL.parse(baseUrl)?.host.replace(/^(www|api)\./, '') || baseUrl
}
