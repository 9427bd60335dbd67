import { type UsageReport, usageReportSchema } from '../../shared/api/usage.ts'
import { expectEqual, expectOk, expectThat } from '../expectations.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import type { Subject } from '../subject.ts'
import { dateOf, dayMs, needUsageKey, readReport, usagePath } from '../usage-report.ts'
import { usageExclusionRules } from './usage-exclusion-rules.ts'
import { usageRefusalRules } from './usage-refusal-rules.ts'

/** The allowed difference between the service's clock and our estimate of it. */
const slackMs = 60_000

/** The report, read with a workspace service key (interface: GET /usage). */
export function usageSection(subject: Subject): Section {
  return {
    title: 'GET /usage',
    rules: [
      ...windowRules(subject),
      ...contentRules(subject),
      ...usageExclusionRules(subject),
      ...usageRefusalRules(subject),
      untriable('a job appears some time after completion', 'how long ingestion takes is not listed'),
    ],
  }
}

function near(left: string, right: number, name: string): void {
  expectThat(
    Math.abs(Date.parse(left) - right) <= slackMs,
    `${name} near ${new Date(right).toISOString()}`,
    left,
  )
}

function windowRules(subject: Subject): Rule[] {
  const now = () => subject.now()
  return [
    rule('without parameters the window ends at the time of the request', async () => {
      near((await readReport(subject)).end_date, await now(), 'end_date')
    }),
    rule('start_date is 7 days before end_date where only the end is asked for', async () => {
      const end = (await now()) - dayMs
      const report = await readReport(subject, { end_date: new Date(end).toISOString() })
      near(report.end_date, end, 'end_date')
      near(report.start_date, end - 7 * dayMs, 'start_date')
    }),
    rule('a calendar date as start is midnight of that day, in UTC', async () => {
      const start = dateOf((await now()) - 2 * dayMs)
      const report = await readReport(subject, { start_date: start })
      expectEqual(Date.parse(report.start_date), Date.parse(start), 'start_date')
    }),
    rule('a date-time as start is taken as it is', async () => {
      const start = Math.floor(((await now()) - 2 * dayMs) / 1000) * 1000
      const report = await readReport(subject, { start_date: new Date(start).toISOString() })
      expectEqual(Date.parse(report.start_date), start, 'start_date')
    }),
    rule('equal calendar dates cover that whole day', async () => {
      const day = dateOf((await now()) - 2 * dayMs)
      const report = await readReport(subject, { start_date: day, end_date: day })
      expectEqual(Date.parse(report.start_date), Date.parse(day), 'start_date')
      const end = Date.parse(report.end_date) - Date.parse(day)
      expectThat(end >= dayMs - 1000 && end <= dayMs, 'end_date at the end of that day', report.end_date)
    }),
    rule('an end in the future is clamped down to now', async () => {
      const report = await readReport(subject, { end_date: dateOf((await now()) + 40 * dayMs) })
      near(report.end_date, await now(), 'end_date')
    }),
    rule('a start before the coverage is clamped up to it', async () => {
      const query = { start_date: '1970-01-01', end_date: dateOf(await now()) }
      const response = await subject.service.send(usagePath(query), { key: needUsageKey(subject) })
      if (response.status === 400)
        throw new NotTried('all that is covered holds too many jobs for one report')
      const report = expectOk(response, usageReportSchema, 'a usage report')
      expectThat(Date.parse(report.start_date) > 0, 'a start_date after 1970-01-01', report.start_date)
    }),
  ]
}

function contentRules(subject: Subject): Rule[] {
  return [
    rule('jobs have their six members, null where they may be, and no others', async () => {
      await readReport(subject)
    }),
    rule('jobs come newest first', async () => {
      const times = (await readReport(subject)).jobs.map((job) => Date.parse(job.completed_at))
      const misplaced = times.findIndex((time, index) => time > (times[index - 1] ?? time))
      expectThat(misplaced < 0, 'each job no later than the one before it', `otherwise at ${misplaced}`)
    }),
    rule('jobs lie inside the returned window, each once', async () => {
      const { start_date, end_date, jobs } = await readReport(subject)
      const outside = jobs.find(
        ({ completed_at: at }) =>
          Date.parse(at) < Date.parse(start_date) || Date.parse(at) > Date.parse(end_date),
      )
      expectThat(outside === undefined, `jobs from ${start_date} to ${end_date}`, outside ?? null)
      expectEqual(new Set(jobs.map((job) => job.job_id)).size, jobs.length, 'different jobs:')
    }),
    rule('both ends are inclusive', async () => {
      const job = await someJob(subject)
      const moment = { start_date: job.completed_at, end_date: job.completed_at }
      expectHolds(await readReport(subject, moment), job.job_id)
    }),
    rule('equal calendar dates return that day’s jobs', async () => {
      const job = await someJob(subject)
      const day = job.completed_at.slice(0, 10)
      expectHolds(await readReport(subject, { start_date: day, end_date: day }), job.job_id)
    }),
    rule('jobs of the API, pending, completed or failed, are not in it', async () => {
      const { jobs } = await readReport(subject)
      const own = new Set(subject.paid.jobIds())
      if (own.size === 0) throw new NotTried('no job was accepted before')
      const found = jobs.find((job) => own.has(job.job_id))
      expectThat(found === undefined, 'none of the jobs that these rules started', found ?? null)
    }),
  ]
}

async function someJob(subject: Subject) {
  const { jobs } = await readReport(subject)
  const job = jobs[Math.floor(jobs.length / 2)]
  if (!job) throw new NotTried('the report of the last 7 days is empty')
  return job
}

function expectHolds(report: UsageReport, jobId: string): void {
  expectThat(
    report.jobs.some((job) => job.job_id === jobId),
    `job ${jobId}`,
    `${report.jobs.length} jobs without it`,
  )
}

function rule(name: string, check: () => Promise<void>): Rule {
  return { rule: name, check }
}
