import { uuidSchema } from './job.ts'

/** The most jobs that are read by their ids in one go. */
export const mostJobIds = 200
const mostTokens = 5_000
const longestToken = 100

/** The job ids in a text, each once, and the words that look like an id and are none. */
export interface ReadJobIds {
  readonly jobIds: readonly string[]
  readonly others: readonly string[]
  /** There were more than are read in one go. */
  readonly isCut: boolean
}

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const separators = /[\s,;"'`<>()[\]{}|]+/

/** Reads ids from whatever was pasted: lines, a list, JSON, addresses of jobs. */
export function readJobIds(text: string): ReadJobIds {
  const jobIds = new Map<string, string>()
  const others = new Set<string>()
  for (const token of text.split(separators, mostTokens)) {
    const found = (token.match(uuidPattern) ?? []).filter((id) => uuidSchema.safeParse(id).success)
    for (const id of found) jobIds.set(id.toLowerCase(), id.toLowerCase())
    if (found.length === 0 && looksLikeId(token)) others.add(token.slice(0, longestToken))
  }
  const all = [...jobIds.values()]
  return {
    jobIds: all.slice(0, mostJobIds),
    others: [...others].slice(0, 20),
    isCut: all.length > mostJobIds,
  }
}

/** Ids with a slip of the pen: words of hexadecimal digits and hyphens. */
function looksLikeId(token: string): boolean {
  return token.length >= 12 && /^[0-9a-z]+(-[0-9a-z]+)+$/i.test(token) && /\d/.test(token)
}
