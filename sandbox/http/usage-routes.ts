import { Hono } from 'hono'
import { type UsageReport, usageReportLimit } from '../../shared/api/usage.ts'
import { type Clock, toIso } from '../clock.ts'
import type { UsageStore } from '../store/usage-store.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { readWindow } from '../usage/read-window.ts'
import type { SandboxEnvironment } from './environment.ts'

export interface UsageRoutePorts {
  readonly clock: Clock
  readonly usage: Pick<UsageStore, 'count' | 'list'>
  readonly workspaces: Pick<WorkspaceStore, 'find'>
}

/** GET /usage (interface: GET /usage). Only the workspace's service key, on a plan with the entitlement. */
export function createUsageRoutes({ clock, usage, workspaces }: UsageRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/usage', (context) => {
    const { workspaceId, kind } = context.get('credential')
    if (kind !== 'service') return context.json({ error: 'Usage needs a workspace service API key.' }, 403)
    if (!workspaces.find(workspaceId)?.usageEntitled) {
      return context.json({ error: 'The workspace’s plan lacks the usage API entitlement.' }, 403)
    }
    const now = clock.now()
    const { start_date: startDate, end_date: endDate } = context.req.query()
    const window = readWindow({ startDate, endDate, now })
    if (!window.ok) return context.json({ error: window.error }, window.status)
    const query = { workspaceId, start: window.start, end: window.end, now }
    if (usage.count(query) > usageReportLimit) {
      const error = `The window holds more than ${usageReportLimit} jobs; ask for a shorter one.`
      return context.json({ error }, 400)
    }
    return context.json(toReport(window.start, window.end, usage.list(query)))
  })
  return routes
}

function toReport(start: number, end: number, jobs: ReturnType<UsageStore['list']>): UsageReport {
  return {
    start_date: toIso(start),
    end_date: toIso(end),
    jobs: jobs.map(({ jobId, userId, userEmail, type, completedAt, computeUnits }) => ({
      job_id: jobId,
      user_id: userId,
      user_email: userEmail,
      type,
      completed_at: toIso(completedAt),
      compute_units: computeUnits,
    })),
  }
}
