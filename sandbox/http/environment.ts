import type { Context } from 'hono'
import type { Credential } from '../store/workspace-store.ts'

/** Variables that the sandbox's routes attach to a request. */
export interface SandboxEnvironment {
  readonly Variables: { credential: Credential }
}

export type SandboxContext = Context<SandboxEnvironment>
