import { createMiddleware } from 'hono/factory'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import type { SandboxEnvironment } from './environment.ts'

/**
 * Blocks a key while its workspace is removed or has no API access (interface: Authentication 5). A removed
 * workspace is a 404, as GET /usage lists it; generation lists no 404 for it and returns 403.
 */
export function guardAccess(workspaces: Pick<WorkspaceStore, 'find'>) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const workspace = workspaces.find(context.get('credential').workspaceId)
    if (!workspace) {
      const error = 'The key’s workspace is not there any more.'
      return context.json({ error }, context.req.path.startsWith('/generate/') ? 403 : 404)
    }
    if (!workspace.apiEnabled) {
      return context.json({ error: 'API access is not enabled on this workspace.' }, 403)
    }
    return next()
  })
}
