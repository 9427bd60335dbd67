import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { BridgeClient } from '../../../shared/bridge/client.ts'

/** What a tool is called with besides its input. */
export interface ToolCall {
  readonly call: BridgeClient['call']
  /** The agent's name, as its client gives it. */
  readonly agent: string
  readonly signal: AbortSignal
  /** Tells the client how far it is, where it wants to know; never awaited, never depended on. */
  progress(done: number, total: number): void
}

interface ToolParts<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>
  run(input: z.output<Input>, by: ToolCall): Promise<CallToolResult>
}

export interface Tool extends Omit<ToolParts<z.ZodObject>, 'run'> {
  run(input: unknown, by: ToolCall): Promise<CallToolResult>
}

/** A row of the table of tools, with the types of its own input. */
export function defineTool<Input extends z.ZodObject>(parts: ToolParts<Input>): Tool {
  return { ...parts, run: (input, by) => parts.run(parts.input.parse(input), by) }
}

/** Reads what the studio has or knows. */
export const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
