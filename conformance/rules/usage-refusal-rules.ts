import { usageReportLimit } from '../../shared/api/usage.ts'
import { expectRefused, expectThat } from '../expectations.ts'
import { NotTried, type Rule } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'
import { dateOf, dayMs, needUsageKey, readReport, usagePath } from '../usage-report.ts'

/** Every row of the interface's table of errors for GET /usage. */
export function usageRefusalRules(subject: Subject): Rule[] {
  const { service } = subject
  const read = (query: Record<string, string>, key = needUsageKey(subject)) =>
    service.send(usagePath(query), { key })
  return [
    ...['start_date', 'end_date'].flatMap((name) =>
      unreadable.map((value) => ({
        rule: `${name} "${value}" is refused with 422, and the parameter named`,
        async check() {
          const response = await read({ [name]: value })
          expectRefused(response, 422)
          expectThat(response.text.includes(name), `details that name ${name}`, response.text)
        },
      })),
    ),
    {
      rule: 'a start in the future is refused, and named',
      async check() {
        const start = new Date((await subject.now()) + 2 * dayMs).toISOString()
        const response = await read({ start_date: start })
        const error = expectRefused(response, 400, 422)
        expectThat(error.includes('start_date'), 'details that name start_date', error)
        expectThat(!error.includes('end_date'), 'nothing of end_date, which was not sent', error)
      },
    },
    {
      rule: 'a window outside the coverage is refused with 400',
      check: async () =>
        void expectRefused(await read({ start_date: '1970-01-01', end_date: '1970-01-01' }), 400),
    },
    {
      rule: 'no key is refused with 401',
      check: async () => void expectRefused(await service.send('/usage', { key: null }), 401),
    },
    {
      rule: 'an unknown key is refused with 401',
      check: async () => void expectRefused(await read({}, 'nobody'), 401),
    },
    {
      rule: 'a key that is no workspace service key is refused with 403',
      async check() {
        needUsageKey(subject)
        const response = await service.send('/usage')
        if (response.status === 200)
          throw new NotTried('the API key given is a workspace service key as well')
        expectRefused(response, 403)
      },
    },
    whileWorkspace(subject, 'a plan without the entitlement is refused with 403', {
      change: { usageEntitled: false },
      back: { usageEntitled: true },
      status: 403,
    }),
    whileWorkspace(subject, 'a workspace that is not found is refused with 404', {
      change: { removed: true },
      back: { removed: false },
      status: 404,
    }),
    unavailable(subject),
    tooMany(subject),
  ]
}

/** Texts that are no date or date-time, or an impossible one. */
const unreadable = [
  '',
  'yesterday',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2025-02-29T12:00:00+01:00',
  '2026-13-01T00:00:00Z',
]

interface WorkspaceChange {
  readonly change: object
  readonly back: object
  readonly status: number
}

function whileWorkspace(subject: Subject, rule: string, { change, back, status }: WorkspaceChange): Rule {
  const { control, service } = subject
  return {
    rule,
    async check() {
      if (!control) throw needsControl()
      const key = needUsageKey(subject)
      await control.command('/workspace', change)
      const response = await service
        .send('/usage', { key })
        .finally(() => control.command('/workspace', back))
      expectRefused(response, status)
    },
  }
}

function unavailable(subject: Subject): Rule {
  const { control, service } = subject
  return {
    rule: 'while reporting is unavailable the answer is 503, and the same request passes later',
    async check() {
      if (!control) throw needsControl()
      const key = needUsageKey(subject)
      await control.setFaults({ request: { kind: 'status', status: 503, path: '/usage' } })
      const response = await service.send('/usage', { key }).finally(() => control.setFaults({}))
      expectRefused(response, 503)
      await readReport(subject)
    },
  }
}

function tooMany(subject: Subject): Rule {
  const { control, service } = subject
  return {
    rule: `a window that holds more than ${usageReportLimit} jobs is refused with 400, a shorter one is not`,
    async check() {
      if (!control) throw needsControl()
      const key = needUsageKey(subject)
      const { status } = await control.command('/seed', { usageJobs: usageReportLimit * 1.5 })
      if (status !== 200) throw new NotTried(`the control API seeds no usage (${status})`)
      const now = await subject.now()
      const wide = { start_date: dateOf(now - 90 * dayMs), end_date: dateOf(now) }
      expectRefused(await service.send(usagePath(wide), { key }), 400)
      const { jobs } = await readReport(subject)
      expectThat(jobs.length > 0 && jobs.length <= usageReportLimit, 'a report of the last week', jobs.length)
    },
  }
}
