import { succeed } from '../../shared/result.ts'
import type { RequestBodies } from '../engine/submissions/ports.ts'
import { encodeBody } from '../engine/submissions/request-body.ts'

/** Requests that name no files: their bodies are their values. */
export const fakeRequestBodies: RequestBodies = {
  make: async (values) => succeed(encodeBody(values)),
  async build(values, sha256) {
    const made = encodeBody(values)
    return made.sha256 === sha256 ? made.body : null
  },
  async show(values, sha256) {
    return encodeBody(values).sha256 === sha256 ? values : null
  },
}
