import type { ServiceUnderTest } from './service-under-test.ts'

/** One rule of the interface, as something that can be tried. */
export interface Rule {
  /** The section of the interface that it stands in. */
  readonly section: string
  readonly rule: string
  /** Rejects where the service breaks the rule. */
  readonly check: (service: ServiceUnderTest) => Promise<void>
}

/** Thrown by a check that this service gives nothing to try on; its message says what is missing. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** The rules of a section, without its name on each. */
export function inSection(section: string, rules: readonly (readonly [string, Rule['check']])[]): Rule[] {
  return rules.map(([rule, check]) => ({ section, rule, check }))
}
