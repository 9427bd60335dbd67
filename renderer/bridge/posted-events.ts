import type { EventStream } from './http-carrier.ts'

/**
 * A stream of server-sent events over a POST. An EventSource sends no Origin to its own site, and the host
 * requires the exact one on the stream.
 */
export function openPostedEvents(
  path: string,
  fetch: (path: string, init: RequestInit) => Promise<Response>,
): EventStream {
  const stop = new AbortController()
  const stream: EventStream = { onopen: null, onerror: null, onmessage: null, close: () => stop.abort() }
  let status: number | null = null

  async function read(): Promise<void> {
    const response = await fetch(path, { method: 'POST', credentials: 'same-origin', signal: stop.signal })
    if (!response.ok || !response.body) {
      status = response.status
      return
    }
    stream.onopen?.()
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) deliver(block)
    }
  }

  function deliver(block: string): void {
    const lines = block.split('\n').filter((line) => line.startsWith('data:'))
    if (lines.length === 0) return
    stream.onmessage?.({ data: lines.map((line) => line.slice('data:'.length).trimStart()).join('\n') })
  }

  function end(): void {
    if (!stop.signal.aborted) stream.onerror?.(status)
  }

  read().then(end, end)
  return stream
}
