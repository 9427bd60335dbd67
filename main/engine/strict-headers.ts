/** What every response carries that is not the page itself: nothing of it runs, is framed, or is read by another site. */
export const strictHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const

/** The same response with the strict headers that it lacks; its own stay, as the page's policy does. */
export function withStrictHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(strictHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
