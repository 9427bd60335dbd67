import {
  isTerminal,
  type Job,
  jobErrorSchema,
  jobSchema,
  jobStatuses,
  utcDateTimeSchema,
  uuidSchema,
} from '../../shared/api/job.ts'
import {
  expectAccepted,
  expectEqual,
  expectOk,
  expectRefused,
  expectShape,
  expectThat,
} from '../expectations.ts'
import type { Run } from '../paid-requests.ts'
import { type Rule, type Section, untriable } from '../rule.ts'
import type { Subject } from '../subject.ts'

const unknownJob = '/jobs/5f0c1c6e-1f0e-4d55-9a57-0c6a4bb0b1c3'

/** States and transitions, the job record, and reading one. All share one small job. */
export function jobSections(subject: Subject): Section[] {
  return [
    { title: 'States and transitions', rules: stateRules(subject) },
    { title: 'Job record', rules: recordRules(subject) },
    { title: 'GET /jobs/{id}', rules: readingRules(subject) },
  ]
}

/** A rule about the plain job, given its whole run. */
function onPlainRun({ paid, plain }: Subject, rule: string, look: (run: Run) => void | Promise<void>): Rule {
  return { rule, paid: [plain], check: async () => look(await paid.run(plain)) }
}

function stateRules(subject: Subject): Rule[] {
  const { service, paid, plain } = subject
  return [
    {
      rule: 'a new request returns at once a job in a pending state',
      paid: [plain],
      async check() {
        const { status } = expectAccepted(await paid.response(plain))
        expectThat(isListed(status) && !isTerminal(status), 'a listed pending status', status)
      },
    },
    onPlainRun(subject, 'every status on the way is one of the nine listed', ({ readings }) => {
      for (const { status } of readings) expectThat(isListed(status), 'a listed status', status)
    }),
    onPlainRun(subject, 'a job that has ended stays as it is', async ({ ended }) => {
      const response = await service.send(`/jobs/${ended.job_id}`)
      const again = expectOk(response, jobSchema, 'the job record')
      const core = ({ status, created_at, completed_at }: Job) => ({ status, created_at, completed_at })
      expectEqual(core(again), core(ended), 'the same record')
    }),
    untriable('which status follows which', 'transitions are not listed'),
  ]
}

function recordRules(subject: Subject): Rule[] {
  const { paid, plain, unbilled } = subject
  const accepted = (rule: string, look: (job: Job) => void): Rule => ({
    rule,
    paid: [plain],
    check: async () => look(expectAccepted(await paid.response(plain))),
  })
  return [
    accepted('job_id is a UUID', (job) => void expectShape(uuidSchema, job.job_id, 'a UUID')),
    accepted(
      'created_at is a UTC date-time ending in Z',
      (job) => void expectShape(utcDateTimeSchema, job.created_at, 'a UTC date-time'),
    ),
    accepted('completed_at is null while the job is pending', (job) =>
      expectThat(job.completed_at === null, 'completed_at null', job),
    ),
    accepted('result is null until the job completes', (job) =>
      expectThat(job.result === null, 'result null', job),
    ),
    onPlainRun(subject, 'completed_at and result stay null at every pending reading', ({ readings }) => {
      for (const job of readings.slice(0, -1))
        expectThat(job.completed_at === null && job.result === null, 'both null', job)
    }),
    onPlainRun(subject, 'progress is a number from 0 to 1', ({ readings }) => {
      for (const job of readings) expectThat(isShare(job.progress), 'progress from 0 to 1', job)
    }),
    onPlainRun(subject, 'a completed job has a UTC completed_at, not before created_at', ({ ended }) => {
      const completed = expectShape(utcDateTimeSchema, ended.completed_at, 'a UTC date-time')
      expectThat(Date.parse(completed) >= Date.parse(ended.created_at), 'a time after created_at', ended)
    }),
    onPlainRun(subject, 'a completed job has a result', ({ ended }) => {
      expectEqual(ended.status, 'completed', 'a job that is')
      expectThat(typeof ended.result === 'object' && ended.result !== null, 'an object as result', ended)
    }),
    {
      rule: 'a failed job has an error with a code and a message, and no result',
      ...(unbilled.failed && { paid: [unbilled.failed] }),
      async check() {
        const job = await subject.endAs('failed')
        expectEqual(job.status, 'failed', 'a job that is')
        expectShape(jobErrorSchema, job.error, 'an error with code and message')
        expectThat((job.result ?? null) === null, 'no result', job)
      },
    },
  ]
}

function readingRules(subject: Subject): Rule[] {
  const { service, paid, plain } = subject
  return [
    onPlainRun(subject, 'the record of a job is returned under its id', ({ accepted, ended }) => {
      expectEqual(ended.job_id, accepted.job_id, 'job_id')
      expectEqual(ended.created_at, accepted.created_at, 'created_at')
    }),
    {
      rule: 'an unknown id is refused',
      check: async () => void expectRefused(await service.send(unknownJob)),
    },
    {
      rule: 'a job is not shown without a key',
      paid: [plain],
      async check() {
        const { job_id } = expectAccepted(await paid.response(plain))
        expectRefused(await service.send(`/jobs/${job_id}`, { key: null }))
      },
    },
  ]
}

function isListed(status: string): boolean {
  return (jobStatuses as readonly string[]).includes(status)
}

function isShare(progress: number | null | undefined): boolean {
  return progress === undefined || progress === null || (progress >= 0 && progress <= 1)
}
