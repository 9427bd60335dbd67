import { setTimeout as wait } from 'node:timers/promises'
import type { DownloadFault } from './faults.ts'

/** Applies a fault to the response of a result. */
export function injectDownloadFault(response: Response, fault: DownloadFault): Response {
  if (fault.kind === 'expired') return Response.json({ error: 'This link has expired.' }, { status: 403 })
  if (!response.body) return response
  const headers = new Headers(response.headers)
  if (fault.kind === 'changed') headers.set('ETag', `"changed-${headers.get('etag')?.slice(1, 20)}"`)
  const length = Number(headers.get('content-length') ?? 0)
  const body = response.body.pipeThrough(injectors[fault.kind](fault, length))
  return new Response(body, { status: response.status, headers })
}

type FaultInjector = (fault: DownloadFault, length: number) => TransformStream<Uint8Array, Uint8Array>

const injectors: Readonly<Record<Exclude<DownloadFault['kind'], 'expired'>, FaultInjector>> = {
  slow: ({ bytesPerSecond }) =>
    new TransformStream({
      async transform(chunk, controller) {
        const step = Math.max(1, Math.ceil(bytesPerSecond / 10))
        for (let at = 0; at < chunk.length; at += step) {
          controller.enqueue(chunk.subarray(at, at + step))
          await wait(100)
        }
      },
    }),
  cut: (_fault, length) => {
    let left = Math.floor(length / 2)
    return new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) controller.error(new Error('The download was cut as instructed.'))
      },
    })
  },
  changed: () =>
    new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk.map((byte) => byte ^ 1))
      },
    }),
}
