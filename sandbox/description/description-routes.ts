import { Hono } from 'hono'
import type { SandboxEnvironment } from '../http/environment.ts'
import { createDescription } from './openapi.ts'

/** GET /openapi.json: what this sandbox takes and answers; no key needed. */
export function createDescriptionRoutes(): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  let text: string | undefined
  routes.get('/openapi.json', (context) => {
    text ??= JSON.stringify(createDescription())
    return context.body(text, 200, { 'Content-Type': 'application/json' })
  })
  return routes
}
