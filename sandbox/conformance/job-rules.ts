import assert from 'node:assert/strict'
import { jobSchema, jobStatuses, statusRank } from '../../shared/api/job.ts'
import { expectError, expectJson } from './expectations.ts'
import { inSection, type Rule } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

const unknownJob = '/jobs/00000000-0000-4000-8000-000000000000'
const picture = { kind: 'image', id: 'i3' } as const

async function start(service: ServiceUnderTest) {
  return jobSchema.parse(
    await expectJson(await service.post(service.pathOf(picture), { prompt: 'a harbour' })),
  )
}

export const jobRules: readonly Rule[] = [
  ...inSection('Authentication', [
    [
      'generation without a key, or with an unknown one, is refused with 401',
      async (service) => {
        for (const key of [null, 'nobody']) {
          await expectError(await service.post(service.pathOf(picture), { prompt: 'x' }, {}, key), 401)
        }
      },
    ],
    [
      'reading a job without a key, or with an unknown one, is refused with 401',
      async (service) => {
        for (const key of [null, 'nobody']) await expectError(await service.get(unknownJob, key), 401)
      },
    ],
  ]),
  ...inSection('Common rules for every generation endpoint', [
    [
      'a body that is no JSON object is refused with 400',
      async (service) => {
        for (const body of [[], 'text', 7, null]) {
          await expectError(await service.post(service.pathOf(picture), body), 400)
        }
      },
    ],
  ]),
  ...inSection('States and transitions', [
    [
      'a job goes forward through listed statuses, with progress from 0 to 1, to one of the end states',
      async (service) => {
        let rank = 0
        const { job_id } = await start(service)
        const ended = await service.waitFor(job_id, ({ status, progress }) => {
          assert.ok((jobStatuses as readonly string[]).includes(status), `an unlisted status: ${status}`)
          assert.ok(statusRank(status) >= rank, `the status went back to ${status}`)
          assert.ok(progress === undefined || progress === null || (progress >= 0 && progress <= 1))
          rank = statusRank(status)
        })
        assert.ok(['completed', 'failed', 'cancelled'].includes(ended.status))
      },
    ],
  ]),
  ...inSection('Job record', [
    [
      'a completed job has a UTC time of completion and results that can be fetched',
      async (service) => {
        const ended = await service.waitFor((await start(service)).job_id)
        assert.equal(ended.status, 'completed')
        assert.match(ended.completed_at ?? '', /Z$/)
        const [url] = ended.result?.urls ?? []
        assert.ok(url, 'no result')
        const response = await fetch(url)
        assert.equal(response.status, 200)
        assert.ok((await response.arrayBuffer()).byteLength > 0)
      },
    ],
  ]),
  ...inSection('GET /jobs/{id}', [
    [
      'an unknown job is refused with 404',
      async (service) => void (await expectError(await service.get(unknownJob), 404)),
    ],
  ]),
]
