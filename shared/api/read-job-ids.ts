import { uuidSchema } from './job.ts'

/** The most jobs that are read by their ids in one go. */
export const mostJobIds = 200
/** How many words of a text are read for ids with a slip of the pen. */
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
  const jobIds = new Set<string>()
  for (const id of idsIn(text)) {
    jobIds.add(id.toLowerCase())
    if (jobIds.size > mostJobIds) break
  }
  const others = new Set<string>()
  for (const token of text.split(separators, mostTokens)) {
    if (looksLikeId(token) && idsIn(token).next().done) others.add(token.slice(0, longestToken))
  }
  return {
    jobIds: [...jobIds].slice(0, mostJobIds),
    others: [...others].slice(0, 20),
    isCut: jobIds.size > mostJobIds,
  }
}

function* idsIn(text: string): Generator<string, undefined> {
  for (const [id] of text.matchAll(uuidPattern)) if (uuidSchema.safeParse(id).success) yield id
}

/** Ids with a slip of the pen: words of hexadecimal digits and hyphens. */
function looksLikeId(token: string): boolean {
  return token.length >= 12 && /^[0-9a-z]+(-[0-9a-z]+)+$/i.test(token) && /\d/.test(token)
}
