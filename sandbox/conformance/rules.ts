import { eventRules } from './event-rules.ts'
import { jobRules } from './job-rules.ts'
import { modelRules } from './model-rules.ts'
import type { Rule } from './rule.ts'
import { usageRules } from './usage-rules.ts'
import { versionRules } from './version-rules.ts'

/** Every rule of the interface that can be tried over HTTP alone. */
export const rules: readonly Rule[] = [
  ...jobRules,
  ...modelRules,
  ...eventRules,
  ...usageRules,
  ...versionRules,
]
