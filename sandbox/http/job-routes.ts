import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import { toJobRecord } from '../jobs/job-record.ts'
import type { JobStore } from '../store/job-store.ts'
import type { SandboxEnvironment } from './environment.ts'
import { originOf } from './generation-routes.ts'

export interface JobRoutePorts {
  readonly clock: Clock
  readonly jobs: JobStore
}

/** GET /jobs/{id}: a job of the key's own workspace; any other is not found. */
export function createJobRoutes({ clock, jobs }: JobRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/jobs/:id', (context) => {
    const job = jobs.find(context.req.param('id').toLowerCase())
    if (!job || job.workspaceId !== context.get('credential').workspaceId) {
      return context.json({ error: 'No such job in this workspace.' }, 404)
    }
    const files = job.endStatus === 'completed' ? jobs.files(job.id) : []
    return context.json(toJobRecord({ job, files, origin: originOf(context), now: clock.now() }))
  })
  return routes
}
