import { expect, test } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'

const i3 = '/generate/image/sandbox/i3'

test('an unknown job gets 404', async () => {
  const own = openSandbox()
  const response = await own.get('/jobs/ffffffff-ffff-ffff-ffff-ffffffffffff')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'No such job in this workspace.' })
  await own.close()
})

test('I6 deletes the request of a job with zero retention when it has ended', async () => {
  const own = openSandbox()
  const path = '/generate/image/sandbox/i6'
  await own.post(path, { prompt: 'a secret' }, { 'x-zero-data-retention': 'true' })
  await own.run(path, { prompt: 'no secret' })
  const read = async () => {
    const { jobs } = (await (await own.get('/jobs')).json()) as { jobs: { request: object }[] }
    return jobs.map((job) => job.request)
  }
  await expect.poll(read).toEqual([{ prompt: 'no secret' }, {}])
  await own.close()
})

test('GET /jobs pages through the workspace’s jobs, newest first, each once, with path and request', async () => {
  const own = openSandbox()
  const ids: string[] = []
  for (const prompt of ['a', 'b', 'c', 'd', 'e']) {
    ids.push(
      ((await (await own.post(i3, { prompt, width: 16, height: 16 })).json()) as { job_id: string }).job_id,
    )
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await own.get(`/jobs?limit=2${cursor && `&cursor=${cursor}`}`)
    const page = (await response.json()) as {
      jobs: { job_id: string; path: string }[]
      next_cursor: string | null
    }
    for (const job of page.jobs) expect(job).toMatchObject({ path: i3, request: { width: 16 } })
    seen.push(...page.jobs.map((job) => job.job_id))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(ids.toReversed())
  expect((await own.get('/jobs?limit=0')).status).toBe(400)
  expect((await own.get('/jobs?cursor=x')).status).toBe(400)
  expect((await own.get('/jobs', { authorization: 'Bearer nobody' })).status).toBe(401)
  await own.close()
})
