/** Headers of every response except the page itself: it can't run, be framed, or be read by another site. */
export const strictHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const

/** Adds the strict headers that the response lacks; its own are kept, such as the page's policy. */
export function withStrictHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(strictHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
