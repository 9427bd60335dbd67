import { type UsageReport, usageReportSchema } from '../shared/api/usage.ts'
import { expectOk } from './expectations.ts'
import { NotTried } from './rule.ts'
import type { Subject } from './subject.ts'

export const dayMs = 24 * 60 * 60 * 1000

type Query = Readonly<Record<string, string>>

export function usagePath(query: Query = {}): string {
  const parameters = new URLSearchParams(query).toString()
  return parameters ? `/usage?${parameters}` : '/usage'
}

export function needUsageKey({ usageKey }: Pick<Subject, 'usageKey'>): string {
  if (usageKey === null) throw new NotTried('needs --usage-key, a workspace service key')
  return usageKey
}

/** The report of a window, in exactly the listed shape. */
export async function readReport(subject: Subject, query: Query = {}): Promise<UsageReport> {
  const response = await subject.service.send(usagePath(query), { key: needUsageKey(subject) })
  return expectOk(response, usageReportSchema, 'a usage report with its listed members and no others')
}

/** The UTC calendar date of a moment in milliseconds. */
export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
