import assert from 'node:assert/strict'
import { usageReportSchema } from '../../shared/api/usage.ts'
import { expectError, expectJson } from './expectations.ts'
import { inSection, NotApplicable, type Rule } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

const dayMs = 86_400_000

async function report(service: ServiceUnderTest, query = '') {
  if (service.usageKey === null) throw new NotApplicable('no workspace service key (--usage-key)')
  return usageReportSchema.parse(await expectJson(await service.get(`/usage${query}`, service.usageKey)))
}

export const usageRules: readonly Rule[] = [
  ...inSection('GET /usage', [
    [
      'the window is the last 7 days where none is asked for, and says so',
      async (service) => {
        const { start_date, end_date } = await report(service)
        assert.equal(Date.parse(end_date) - Date.parse(start_date), 7 * dayMs)
      },
    ],
    [
      'jobs lie inside the window, newest first, each once',
      async (service) => {
        const { start_date, end_date, jobs } = await report(service)
        const times = jobs.map((job) => Date.parse(job.completed_at))
        assert.deepEqual(
          times,
          times.toSorted((left, right) => right - left),
        )
        assert.ok(times.every((time) => time >= Date.parse(start_date) && time <= Date.parse(end_date)))
        assert.equal(new Set(jobs.map((job) => job.job_id)).size, jobs.length)
      },
    ],
    [
      'an equal start and end date cover that whole day',
      async (service) => {
        const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10)
        const { start_date, end_date } = await report(service, `?start_date=${day}&end_date=${day}`)
        assert.equal(Date.parse(start_date), Date.parse(`${day}T00:00:00Z`))
        assert.ok(Date.parse(end_date) > Date.parse(`${day}T23:59:58Z`))
        assert.ok(Date.parse(end_date) <= Date.parse(`${day}T00:00:00Z`) + dayMs)
      },
    ],
    [
      'an end to come is clamped to now',
      async (service) => {
        const { end_date } = await report(
          service,
          `?end_date=${new Date(Date.now() + 40 * dayMs).toISOString()}`,
        )
        assert.ok(Date.parse(end_date) <= Date.now() + 60_000)
      },
    ],
    [
      'a parameter that can’t be read is refused with 422 by name',
      async (service) => {
        await report(service)
        const answer = await service.get('/usage?start_date=yesterday', service.usageKey)
        assert.match(await expectError(answer, 422), /start_date/)
      },
    ],
    [
      'no key gets 401, an API key that is no workspace service key 403',
      async (service) => {
        await expectError(await service.get('/usage', null), 401)
        await expectError(await service.get('/usage'), 403)
      },
    ],
  ]),
  ...inSection('POST /styles/{id}/share/workspace', [
    [
      'an unknown style and an unknown key are refused',
      async (service) => {
        await expectError(await service.post('/styles/no-such-style/share/workspace', {}), 403, 404)
        await expectError(await service.post('/styles/no-such-style/share/workspace', {}, {}, 'nobody'), 401)
      },
    ],
  ]),
]
