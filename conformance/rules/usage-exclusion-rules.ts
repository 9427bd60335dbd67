import { randomUUID } from 'node:crypto'
import { expectThat, showResponse } from '../expectations.ts'
import { NotTried, type Rule } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'
import { needUsageKey, readReport } from '../usage-report.ts'

/** The jobs that a report omits (interface: GET /usage, rule 4), and how each differs from one that it shows. */
const omitted: readonly (readonly [string, object])[] = [
  ['a queued job', { status: 'queued' }],
  ['a running job', { status: 'running' }],
  ['a failed job', { status: 'failed' }],
  ['a direct-API job', { source: 'api' }],
  ['an unmetered job', { metered: false }],
  ['a completed job without a billing record', { compute_units: null }],
]

const agoMs = 60_000

/** Each sort of job is compared with one that is shown, at the same moment. */
export function usageExclusionRules(subject: Subject): Rule[] {
  const { control } = subject
  return omitted.map(([name, change]) => ({
    rule: `${name} is not in the report, where a completed, metered one is`,
    async check() {
      if (!control) throw needsControl()
      needUsageKey(subject)
      const completed_at = new Date((await subject.now()) - agoMs).toISOString()
      const [shown, hidden] = [randomUUID(), randomUUID()]
      const jobs = [
        { job_id: shown, completed_at },
        { job_id: hidden, completed_at, ...change },
      ]
      const response = await control.command('/usage-jobs', { jobs })
      if (response.status !== 200)
        throw new NotTried(`the control API adds no usage: ${showResponse(response)}`)
      const report = await readReport(subject, { start_date: completed_at, end_date: completed_at })
      const ids = report.jobs.map(({ job_id }) => job_id)
      expectThat(ids.includes(shown), 'the job that is shown', ids)
      expectThat(!ids.includes(hidden), `no ${name}`, ids)
    },
  }))
}
