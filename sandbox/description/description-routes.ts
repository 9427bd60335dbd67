import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { SandboxEnvironment } from '../http/environment.ts'
import type { DeprecationStore } from '../store/deprecation-store.ts'
import { createDescription } from './openapi.ts'

export interface DescriptionRoutePorts {
  readonly clock: Clock
  readonly deprecations: Pick<DeprecationStore, 'list'>
}

/** GET /openapi.json: this sandbox's operations; no key needed. */
export function createDescriptionRoutes(ports: DescriptionRoutePorts): Hono<SandboxEnvironment> {
  const { clock, deprecations } = ports
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/openapi.json', (context) => context.json(createDescription(deprecations.list(), clock)))
  return routes
}
