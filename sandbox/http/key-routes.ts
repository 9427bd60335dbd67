import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { SigningKeyStore } from '../store/signing-key-store.ts'
import type { SandboxEnvironment } from './environment.ts'

export interface KeyRoutePorts {
  readonly clock: Clock
  readonly signingKeys: Pick<SigningKeyStore, 'published'>
}

/** GET /.well-known/jwks.json: the keys that verify deliveries; no key needed. */
export function createKeyRoutes({ clock, signingKeys }: KeyRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/.well-known/jwks.json', (context) => {
    return context.json({ keys: signingKeys.published(clock.now()) }, 200, { 'Cache-Control': 'max-age=60' })
  })
  return routes
}
