import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { BridgeClient } from '../../../shared/bridge/client.ts'
import { firstWords } from '../../words/choose-words.ts'
import { sayError } from '../setup-error.ts'
import { libraryTools } from './library-tools.ts'
import { modelTools } from './model-tools.ts'
import { runTools } from './run-tools.ts'
import { failedWith } from './tool-results.ts'
import { agentTools as words } from './tool-words.ts'
import type { Tool } from './tools.ts'

export const tools: readonly Tool[] = [...modelTools, ...runTools, ...libraryTools]

/** Of these tools: it changes where they do. */
const toolsVersion = '1.0.0'

const namedClient = z.object({ name: z.string() })

export interface AgentServerDeps {
  readonly call: BridgeClient['call']
  readonly log: { warn(sentence: string): void }
  /** The client's name where its connection has told it before. */
  readonly agent?: string | undefined
}

/** The studio as a server of the Model Context Protocol, for one connection or request. */
export function createAgentServer({ call, log, agent }: AgentServerDeps): McpServer {
  const server = new McpServer(
    { name: 'atelier', version: toolsVersion },
    { instructions: words.instructions },
  )
  for (const tool of tools) {
    const { name, title, description, input, annotations } = tool
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations },
      async (given: unknown, context: ServerContext) => {
        try {
          return await tool.run(given, {
            call,
            agent: agentOf(server, context, agent),
            signal: context.mcpReq.signal,
            progress: (done, total) => notify(context, done, total),
          })
        } catch (error) {
          const sentence = sayError(error, firstWords)
          if (sentence === null) log.warn(`${name} failed: ${(error as Error).stack ?? String(error)}`)
          return failedWith('internal', sentence ?? firstWords.failures.sentence({ code: 'internal' }))
        }
      },
    )
  }
  return server
}

/** As the client calls itself: in each request since 2026-07-28, before that once at the beginning. */
function agentOf(server: McpServer, { mcpReq }: ServerContext, told: string | undefined): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const sent = namedClient.safeParse(envelope[CLIENT_INFO_META_KEY]).data?.name
  const name = sent ?? server.server.getClientVersion()?.name ?? told ?? ''
  return name.slice(0, 100) || 'agent'
}

function notify({ mcpReq }: ServerContext, progress: number, total: number): void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const sent = mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, total },
  })
  sent.catch(() => undefined)
}
