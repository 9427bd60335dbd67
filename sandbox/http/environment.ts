import type { Context } from 'hono'
import type { Credential } from '../store/workspace-store.ts'

/** What the sandbox's routes keep with a request. */
export interface SandboxEnvironment {
  readonly Variables: { credential: Credential }
}

export type SandboxContext = Context<SandboxEnvironment>
