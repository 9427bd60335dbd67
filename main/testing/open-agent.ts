import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface AgentOptions {
  readonly dataFolder: string
  readonly service: { readonly url: string; readonly key: string }
  readonly name?: string
  readonly words?: readonly string[]
}

/** The official client over standard input and output, with a server of its own process; it ends with the test. */
export async function openAgent(options: AgentOptions) {
  const { close, ...agent } = await startAgent(options)
  onTestFinished(close)
  return agent
}

/** The same for several tests. */
export async function startAgent({ dataFolder, service, name = 'test-agent', words }: AgentOptions) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      join(root, 'main/hosts/cli/cli.mjs'),
      'mcp',
      '--data',
      dataFolder,
      ...(words ?? ['--service', service.url]),
    ],
    env: { ...inherited(), ATELIER_API_KEY: service.key },
    stderr: 'pipe',
  })
  const client = new Client({ name, version: '1.0.0' })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8')
  })
  await client.connect(transport)
  return { ...callsOf(client), pid: transport.pid, log: () => log, close: () => client.close() }
}

function inherited(): Record<string, string> {
  const { ATELIER_API_KEY: _, ...environment } = process.env
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** Calls of tools by their structured results. */
export function callsOf(client: Client) {
  const raw = (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: input }, { timeout: 60_000 })
  return {
    client,
    raw,
    /** The structured result; throws the tool's own words where it failed. */
    async call(name: string, input: Record<string, unknown> = {}) {
      const result = await raw(name, input)
      if (result.isError) throw new Error(JSON.stringify(result.content))
      return (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>
    },
  }
}
