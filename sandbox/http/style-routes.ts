import { Hono } from 'hono'
import type { StyleShareResult } from '../../shared/api/style.ts'
import type { StyleStore } from '../store/style-store.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import type { SandboxEnvironment } from './environment.ts'

export interface StyleRoutePorts {
  readonly styles: Pick<StyleStore, 'find' | 'share'>
  readonly workspaces: Pick<WorkspaceStore, 'find'>
}

/** POST /styles/{id}/share/workspace: shares a style that the key's identity owns. Sharing again changes nothing. */
export function createStyleRoutes({ styles, workspaces }: StyleRoutePorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.post('/styles/:id/share/workspace', (context) => {
    const { workspaceId, kind } = context.get('credential')
    const workspace = workspaces.find(workspaceId)
    const style = styles.find(context.req.param('id'))
    if (!workspace || !style || style.workspaceId !== workspaceId) {
      return context.json({ error: 'No such style.' }, 404)
    }
    if (kind !== 'api' || style.owner !== 'api') {
      return context.json({ error: 'Only the owner of a style can share it; this key does not own it.' }, 403)
    }
    styles.share(style.id)
    const { id, name } = workspace
    const result: StyleShareResult = { success: true, style_id: style.id, workspace: { id, name } }
    return context.json(result)
  })
  return routes
}
