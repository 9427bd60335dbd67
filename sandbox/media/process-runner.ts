import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderResponse, RenderRunner, RenderTask } from './render-pool.ts'

const program = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const processLimit = Math.min(2, availableParallelism())
/** Without a limit the young heap doubles again and again under load, to ~70 MB more than it needs. */
const nodeOptions = ['--max-semi-space-size=4']

interface Waiting {
  readonly task: RenderTask
  settle(response: RenderResponse): void
}

/**
 * Renders in separate processes, one job each, in the order of the calls; they start on demand. Codecs are
 * native code that processes other people's files: a crash takes one job with it and not the service, and a
 * process can be killed at any moment, unlike a thread in the middle of a codec's work.
 */
export function createProcessRunner(): RenderRunner {
  const queue: Waiting[] = []
  const idle: ChildProcess[] = []
  const busy = new Map<ChildProcess, Waiting>()
  let closed = false

  function startProcess(): ChildProcess {
    const child = fork(program, {
      execArgv: nodeOptions,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
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
    while (!closed && queue.length > 0 && (idle.length > 0 || busy.size < processLimit)) {
      const child = idle.pop() ?? startProcess()
      const next = queue.shift() as Waiting
      busy.set(child, next)
      child.send(next.task)
    }
  }

  return {
    run: (task) =>
      new Promise((settle) => {
        queue.push({ task, settle })
        advance()
      }),
    async close() {
      closed = true
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
