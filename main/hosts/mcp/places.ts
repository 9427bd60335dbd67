import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Places } from './tool-results.ts'
import type { ToolCall } from './tools.ts'

const mostFiles = 500

/** Where the saved ones of these files are. */
export async function placesOf(call: ToolCall['call'], fileIds: readonly string[]): Promise<Places> {
  if (fileIds.length === 0) return new Map()
  const read = await call('agents.files', { fileIds: fileIds.slice(0, mostFiles) })
  return new Map(read.ok ? read.value.map(({ fileId, ...place }) => [fileId, place]) : [])
}

export function savedFilesOf(runs: readonly SubmissionView[]): string[] {
  return runs.flatMap(({ files }) =>
    files.filter(({ state }) => state === 'saved').map(({ fileId }) => fileId),
  )
}
