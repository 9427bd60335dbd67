import { isRecord } from '../../../shared/json-schema/schema-node.ts'

const jobPath = /^((?:\/[\w.~-]+)*)\/jobs\/\{[^/{}]*\}$/

/** What precedes `/jobs/{id}` as a description's paths are written, without its first server's path. */
export function jobsPathOf(document: unknown): string {
  const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {}
  const found = Object.keys(paths).flatMap((path) => jobPath.exec(path)?.[1] ?? [])
  return found[0] ?? ''
}
