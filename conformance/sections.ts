import type { Section } from './rule.ts'
import { authenticationSection } from './rules/access-rules.ts'
import { billingSection } from './rules/billing-rules.ts'
import { commonSection } from './rules/common-rules.ts'
import { errorSection } from './rules/error-rules.ts'
import { eventSection } from './rules/event-rules.ts'
import { jobSections } from './rules/job-rules.ts'
import { mediaSection } from './rules/media-rules.ts'
import { modelSections } from './rules/model-rules.ts'
import { priceSections } from './rules/price-rules.ts'
import { resultSection } from './rules/result-rules.ts'
import { styleSection } from './rules/style-rules.ts'
import { usageSection } from './rules/usage-rules.ts'
import { versionSection } from './rules/version-rules.ts'
import { webhookSection } from './rules/webhook-rules.ts'
import type { Subject } from './subject.ts'

/**
 * Every section of the interface. Those that wait for jobs come first, before the models' own sections start
 * very many.
 */
export function createSections(subject: Subject): Section[] {
  return [
    ...jobSections(subject),
    webhookSection(subject),
    eventSection(subject),
    billingSection(subject),
    ...priceSections(subject),
    resultSection(subject),
    authenticationSection(subject),
    usageSection(subject),
    styleSection(subject),
    errorSection(subject),
    mediaSection(subject),
    versionSection(subject),
    commonSection(subject),
    ...modelSections(subject),
  ]
}

/** The sections whose title contains one of these words, ignoring case; all by default. */
export function chooseSections(sections: readonly Section[], words: readonly string[]): Section[] {
  if (words.length === 0) return [...sections]
  const lower = words.map((word) => word.toLowerCase())
  return sections.filter(({ title }) => lower.some((word) => title.toLowerCase().includes(word)))
}
