import { type ServerType, serve } from '@hono/node-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '../sandbox/app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media.
vi.setConfig({ testTimeout: 60_000 })

/** `silent`: no job gets a response, as where packets are swallowed. */
type Mode = 'away' | 'there' | 'loses_responses' | 'silent'

/** A service behind a gateway that says 503 while it is away, or after a run was accepted. */
async function openAwayService() {
  const sandbox = createSandbox({
    dataFolder: temporaryFolder(),
    speed: 500,
    mediaLimit: { longSide: 64, framesPerSecond: 1, samplesPerSecond: 8000 },
  })
  const state: { mode: Mode } = { mode: 'away' }
  const { promise: isAsked, resolve: unanswered } = Promise.withResolvers<string>()
  const gone = () => new Response('Bad gateway', { status: 502 })
  const { promise: port, resolve } = Promise.withResolvers<number>()
  const server: ServerType = serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request: Request) {
        if (state.mode === 'away') return gone()
        const { pathname } = new URL(request.url)
        if (state.mode === 'silent') {
          if (!pathname.startsWith('/jobs/')) return gone()
          unanswered(pathname)
          return new Promise<Response>(() => undefined)
        }
        const response = await sandbox.fetch(request)
        return state.mode === 'loses_responses' && request.method === 'POST' ? gone() : response
      },
    },
    (at) => resolve(at.port),
  )
  onTestFinished(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await sandbox.close()
  })
  return { state, isAsked, url: `http://127.0.0.1:${await port}`, key: sandbox.key }
}

test('[JOB100] a run that is lost after a start without the service is searched for, once a run was accepted', async () => {
  const service = await openAwayService()
  const folder = temporaryFolder()
  const open = () =>
    openTestStudio({ folder, service, serviceOverride: service.url, environmentKey: service.key })
  service.state.mode = 'there'
  const before = await open()
  await before.close()
  service.state.mode = 'away'
  const studio = await open()
  onTestFinished(() => studio.close())

  async function send(): Promise<string> {
    const submissionId = crypto.randomUUID()
    const values = { prompt: 'a quiet sea at dusk' }
    const estimate = { kind: 'unlisted' } as const
    const confirmed = await studio.call('jobs.confirm', {
      submissionIds: [submissionId],
      modelId: 'i3',
      values,
      estimate,
    })
    expect(confirmed).toMatchObject({ ok: true })
    return submissionId
  }
  service.state.mode = 'there'
  await studio.until(await send(), isHome)
  service.state.mode = 'loses_responses'
  const lost = await send()
  const seen = await studio.until(lost, ({ problem }) => problem?.listing !== undefined)
  expect(seen).toMatchObject({ state: 'unknown', problem: { listing: { outcome: 'searching' } } })
})

test('[JOB103] closing the studio ends what a silent service was asked without cost', {
  timeout: 15_000,
}, async () => {
  const service = await openAwayService()
  service.state.mode = 'silent'
  const { url, key } = service
  const studio = await openTestStudio({
    folder: temporaryFolder(),
    service,
    serviceOverride: url,
    environmentKey: key,
  })
  expect(await service.isAsked).toMatch(/^\/jobs\//)
  const begun = performance.now()
  await studio.close()
  expect(performance.now() - begun).toBeLessThan(8_000)
})
