import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'

/** The saved files of the library, by their place in the data folder. */
export interface AgentFiles {
  stored(fileId: string): { readonly path: string; readonly posterPath: string | null } | null
  item(fileId: string): { readonly mediaType: string | null } | null
}

/** What the studio sends its pages. */
export interface AgentEvents {
  requestsChanged(requests: AgentRequest[]): void
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: { readonly name: string }) => void): () => void
}
