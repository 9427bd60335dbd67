import { Hono } from 'hono'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { toJobRecord } from '../jobs/job-record.ts'
import { findModelById, generationPath } from '../models/served-models.ts'
import { describeIssues } from '../requests/describe-issues.ts'
import type { JobRow, JobStore } from '../store/job-store.ts'
import type { SandboxEnvironment } from './environment.ts'
import { originOf } from './generation-routes.ts'

export interface JobRoutePorts {
  readonly clock: Clock
  readonly jobs: JobStore
}

const usualLimit = 50

/** The query of GET /jobs. A cursor comes from the previous response. */
const listQuerySchema = z.strictObject({
  cursor: z.string().regex(/^\d+$/, 'must be a cursor of an earlier answer').optional(),
  limit: z.coerce.number().int().min(1).max(200).default(usualLimit),
})

/** GET /jobs/{id} and GET /jobs: the jobs of the key's own workspace; any other is not found. */
export function createJobRoutes({ clock, jobs }: JobRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  const recordOf = (job: JobRow, origin: string) => {
    const files = job.endStatus === 'completed' ? jobs.files(job.id) : []
    return toJobRecord({ job, files, origin, now: clock.now() })
  }

  routes.get('/jobs/:id', (context) => {
    const job = jobs.find(context.req.param('id').toLowerCase())
    if (!job || job.workspaceId !== context.get('credential').workspaceId) {
      return context.json({ error: 'No such job in this workspace.' }, 404)
    }
    return context.json(recordOf(job, originOf(context)))
  })

  routes.get('/jobs', (context) => {
    const query = listQuerySchema.safeParse(context.req.query(), { reportInput: true })
    if (!query.success) return context.json({ error: describeIssues(query.error.issues) }, 400)
    const { limit, cursor } = query.data
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const { workspaceId } = context.get('credential')
    const page = jobs.listBefore({ workspaceId, before, limit })
    const last = page.at(-1)
    return context.json({
      jobs: page.map(({ job }) => ({
        ...recordOf(job, originOf(context)),
        path: pathOf(job),
        request: job.request,
      })),
      next_cursor: page.length === limit && last ? String(last.number) : null,
    })
  })
  return routes
}

function pathOf({ modelId }: JobRow): string | null {
  const model = findModelById(modelId)
  return model ? generationPath(model) : null
}
