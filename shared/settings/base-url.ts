import { z } from 'zod'

const maxLength = 2000

/** Why an address can’t be a service’s. */
export const baseUrlProblems = ['not_an_address', 'too_long', 'credentials', 'has_query'] as const

export type BaseUrlProblem = (typeof baseUrlProblems)[number]

export type BaseUrlReading =
  | {
      readonly ok: true
      /** Scheme, host, port and path, normalised, without a slash at the end. */
      readonly baseUrl: string
      /** Whether a key sent there could be read in transit. */
      readonly isInClear: boolean
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem }

/** Reads a service's address given by a person: in the page, on a command line, in a file. */
export function readBaseUrl(given: string): BaseUrlReading {
  const text = given.trim()
  if (text.length > maxLength) return { ok: false, problem: 'too_long' }
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) ? URL.parse(text) : null
  if (!url) return { ok: false, problem: 'not_an_address' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' }
  if (/[?#]/.test(text)) return { ok: false, problem: 'has_query' }
  // The address of its description is understood as the service's.
  const baseUrl = url.origin + url.pathname.replace(/(?:\/+openapi\.(?:json|ya?ml))*\/*$/i, '')
  return { ok: true, baseUrl, isInClear: isInClear(baseUrl) }
}

/** Whether data sent to a URL can be read in transit: plain http to another machine. */
export function isInClear(url: string): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLoopbackUrl(url)
}

/** Whether a URL stays on this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether two addresses are one: the same scheme, host, port and path. */
export function isSameBaseUrl(one: string | null, other: string | null): boolean {
  const [first, second] = [one, other].map((text) => (text === null ? null : readBaseUrl(text)))
  return first?.ok === true && second?.ok === true && first.baseUrl === second.baseUrl
}

/** An address for display: an older stored one may hold a password. */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
}

/** The schema of an address; the output is normalised. */
export const baseUrlSchema = z.string().transform((text, context) => {
  const read = readBaseUrl(text)
  if (read.ok) return read.baseUrl
  context.addIssue({ code: 'custom', message: read.problem })
  return z.NEVER
})
