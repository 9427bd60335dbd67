import { join } from 'node:path'
import { Hono } from 'hono'
import type { FaultBox } from '../control/faults.ts'
import { injectDownloadFault } from '../control/inject-download-fault.ts'
import type { LateResults } from '../jobs/late-results.ts'
import type { JobStore } from '../store/job-store.ts'
import type { SandboxEnvironment } from './environment.ts'
import { serveFile } from './serve-file.ts'

export interface ResultPorts {
  readonly jobs: Pick<JobStore, 'findFile'>
  readonly lateResults: LateResults
  readonly resultsFolder: string
  readonly faults: Pick<FaultBox, 'takeDownload'>
}

/** GET and HEAD /results/{name}: a job's file by its unguessable name, with Range, no key needed. */
export function createResultRoutes({
  jobs,
  lateResults,
  resultsFolder,
  faults,
}: ResultPorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/results/:name', async (context) => {
    const name = context.req.param('name')
    const file = jobs.findFile(name) ?? (await lateResults.find(name))
    if (!file) return context.json({ error: 'No such result.' }, 404)
    const response = await serveFile(context, { ...file, path: join(resultsFolder, file.name) })
    const fault = faults.takeDownload()
    return fault ? injectDownloadFault(response, fault) : response
  })
  return routes
}
