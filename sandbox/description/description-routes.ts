import { Hono } from 'hono'
import type { SandboxEnvironment } from '../http/environment.ts'
import type { DeprecationStore } from '../store/deprecation-store.ts'
import { createDescription } from './openapi.ts'

/** GET /openapi.json: what this sandbox takes and answers; no key needed. */
export function createDescriptionRoutes(
  deprecations: Pick<DeprecationStore, 'list'>,
): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/openapi.json', (context) => {
    return context.json(createDescription(deprecations.list()))
  })
  return routes
}
