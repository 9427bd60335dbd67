/** The host of an address for display, without `www.` and `api.`; the text itself where it is no URL. */
export function displayHost(baseUrl: string): string {
  return URL.parse(baseUrl)?.host.replace(/^(www|api)\./, '') ?? baseUrl
}
