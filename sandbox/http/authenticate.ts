import { createMiddleware } from 'hono/factory'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import type { SandboxEnvironment } from './environment.ts'

/** Admits a request with a known bearer key of any kind; 401 otherwise (interface: Authentication 1). */
export function createAuthentication(workspaces: Pick<WorkspaceStore, 'findCredential'>) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    const credential = token === undefined ? null : workspaces.findCredential(token)
    if (!credential) {
      const error = token === undefined ? 'A bearer API key is required.' : 'The API key is not known.'
      return context.json({ error }, 401, { 'WWW-Authenticate': 'Bearer' })
    }
    context.set('credential', credential)
    return next()
  })
}
