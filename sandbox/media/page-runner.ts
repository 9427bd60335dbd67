import { timingSafeEqual } from 'node:crypto'
import { answerTask } from './answer-task.ts'
import { renderAudio } from './audio.ts'
import type { RenderResponse, RenderRunner, RenderTask } from './render-pool.ts'
import { RenderRefusal } from './render-refusal.ts'

/** The addresses of the page that renders, on the sandbox’s own server. */
export const renderPath = '/__render/'

export interface PageRunner extends RenderRunner {
  /** Serves the page and its tasks to whoever has the token. */
  fetch(request: Request): Promise<Response>
}

interface Waiting {
  readonly task: RenderTask
  settle(response: RenderResponse): void
}

/** How long a page waits for a task before it asks again. */
const waitMs = 20_000
const ended = 'The page that renders has ended.'

export const renderPage =
  '<!doctype html><meta charset="utf-8"><title>Sandbox</title><script type="module" src="render.js"></script>'
export const renderPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob:; media-src blob:"

/**
 * Renders images and videos in a browser’s page, one at a time: it takes a task, and sends back the file. For programs
 * that have a browser, and neither a canvas nor encoders of their own (decisions/0287). Audio is made here.
 */
export function createPageRunner({
  script,
  token,
}: {
  readonly script: string
  readonly token: string
}): PageRunner {
  const queue: Waiting[] = []
  let current: { readonly id: string; readonly waiting: Waiting } | null = null
  let wake = () => {}
  let dismiss = () => {}
  let count = 0

  async function next({ signal }: Request): Promise<Response> {
    // A page takes a task only when it has none: another page has come in its place, also of one that waits.
    dismiss()
    if (current) settleCurrent({ ok: false, reason: ended })
    const isThere = queue.length > 0 ? !signal.aborted : await waitForTask(signal)
    const waiting = isThere ? queue.shift() : undefined
    if (!waiting) return new Response(null, { status: 204 })
    current = { id: `${++count}`, waiting }
    return new Response(writeTask(current.id, waiting.task), {
      headers: { 'Content-Type': 'application/json' },
    })
  }

  /** Until there is a task, or has been none for long; false where the page is gone: it must take none with it. */
  function waitForTask(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        clearTimeout(timer)
        resolve(isThere)
      }
      const timer = setTimeout(() => end(true), waitMs)
      wake = () => end(true)
      dismiss = () => end(false)
      if (signal.aborted) dismiss()
      signal.addEventListener('abort', dismiss, { once: true })
    })
  }

  async function done(request: Request, id: string | null): Promise<Response> {
    const taken = current
    if (!taken || taken.id !== id) return new Response(null, { status: 404 })
    const isFailure = request.headers.get('content-type') === 'application/json'
    const bytes = new Uint8Array(await request.arrayBuffer())
    const response = await answerTask(taken.waiting.task, () => {
      if (isFailure) throw readFailure(bytes)
      return bytes
    })
    if (current === taken) settleCurrent(response)
    return new Response(null, { status: 204 })
  }

  function settleCurrent(response: RenderResponse): void {
    const taken = current
    current = null
    taken?.waiting.settle(response)
  }

  return {
    run(task) {
      if (task.order.kind === 'audio') {
        const { order } = task
        return answerTask(task, () => renderAudio(order))
      }
      return new Promise((settle) => {
        queue.push({ task, settle })
        wake()
      })
    },
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (!isAllowed(request.headers.get('authorization'), token)) return new Response(null, { status: 401 })
      switch (`${request.method} ${pathname.slice(renderPath.length)}`) {
        case 'GET ':
          return new Response(renderPage, {
            headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': renderPolicy },
          })
        case 'GET render.js':
          return new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
        case 'POST next':
          return next(request)
        case 'POST done':
          return done(request, searchParams.get('id'))
        default:
          return new Response(null, { status: 404 })
      }
    },
    async close() {
      for (const { settle } of queue.splice(0)) settle({ ok: false, reason: ended })
      settleCurrent({ ok: false, reason: ended })
      wake()
    },
  }
}

function isAllowed(given: string | null, token: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${token}`)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** As JSON: the bytes of inputs as base64. */
function writeTask(id: string, { order }: RenderTask): string {
  return JSON.stringify({ id, order }, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key]
    return original instanceof Uint8Array ? { base64: Buffer.from(original).toString('base64') } : value
  })
}

/** What the page says of why it could not render; it is our own, but reads files of others. */
function readFailure(bytes: Uint8Array): Error {
  const { reason, refusal } = JSON.parse(new TextDecoder().decode(bytes)) as {
    reason: unknown
    refusal?: { code: unknown; message: unknown }
  }
  return refusal
    ? new RenderRefusal(String(refusal.code), String(refusal.message))
    : new Error(String(reason))
}
