import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderResponse, RenderRunner, RenderTask } from './render-pool.ts'

const program = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const processLimit = Math.min(2, availableParallelism())
/** Without a limit the young heap doubles again and again under load, to ~70 MB more than it needs. */
const nodeOptions = ['--max-semi-space-size=4']
/** How long a task waits for the running process before another starts: a start takes as long as ten small images. */
const patienceMs = 250
/** No medium shows words: looking through the system's fonts takes twice as long as the rest of a start (decisions/0348). */
const withoutFonts = { DISABLE_SYSTEM_FONTS_LOAD: '1' }

interface Waiting {
  readonly task: RenderTask
  settle(response: RenderResponse): void
}

function startRenderProcess(): ChildProcess {
  return fork(program, {
    execArgv: nodeOptions,
    env: { ...process.env, ...withoutFonts },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/**
 * Renders in separate processes, one job each, in the order of the calls; they start on demand. Codecs are
 * native code that processes other people's files: a crash takes one job with it and not the service, and a
 * process can be killed at any moment, unlike a thread in the middle of a codec's work.
 */
export function createProcessRunner(start = startRenderProcess): RenderRunner {
  const queue: Waiting[] = []
  const idle: ChildProcess[] = []
  const busy = new Map<ChildProcess, Waiting>()
  let closed = false
  let later: NodeJS.Timeout | null = null

  function startProcess(): ChildProcess {
    const child = start()
    child.on('message', (response: RenderResponse) => {
      idle.push(child)
      settle(child, response)
    })
    child.on('error', (error) => settle(child, { ok: false, reason: String(error) }))
    child.on('exit', (code, signal) => {
      const place = idle.indexOf(child)
      if (place >= 0) idle.splice(place, 1)
      settle(child, { ok: false, reason: `The rendering process ended (${signal ?? code}).` })
    })
    return child
  }

  function settle(child: ChildProcess, response: RenderResponse): void {
    const waiting = busy.get(child)
    busy.delete(child)
    waiting?.settle(response)
    advance()
  }

  function advance(): void {
    if (closed) return
    while (queue.length > 0 && idle.length > 0) giveNext(idle.pop() as ChildProcess)
    if (queue.length > 0 && busy.size === 0) giveNext(startProcess())
    if (queue.length > 0 && busy.size < processLimit) later ??= setTimeout(startAnother, patienceMs)
    else stopWaiting()
  }

  function giveNext(child: ChildProcess): void {
    const next = queue.shift() as Waiting
    busy.set(child, next)
    child.send(next.task)
  }

  /** Something waits: once nothing does, this is not called any more. */
  function startAnother(): void {
    later = null
    giveNext(startProcess())
    advance()
  }

  function stopWaiting(): void {
    if (later) clearTimeout(later)
    later = null
  }

  return {
    run: (task) =>
      new Promise((settle) => {
        queue.push({ task, settle })
        advance()
      }),
    async close() {
      closed = true
      stopWaiting()
      await Promise.all([...idle, ...busy.keys()].map(end))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
