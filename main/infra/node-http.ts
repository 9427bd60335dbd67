import type { request as requestHttp } from 'node:http'

/**
 * How Node's own client sends a request. It is loaded by the first one: with what it brings, it takes as long to load as
 * Node itself (decisions/0325).
 */
export function requestOver({ isSecure }: { isSecure: boolean }): typeof requestHttp {
  return process.getBuiltinModule(isSecure ? 'node:https' : 'node:http').request
}
