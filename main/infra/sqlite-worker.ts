import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../engine/ports.ts'

/** The thread ends when it has had no call for so long: it holds some memory. */
const idleMs = 2 * 60_000

/**
 * A piece of work for the thread. It may use nothing but its input and the connection: it is passed as source text,
 * because the bundled desktop has no file to name.
 */
export type WorkerTask = (input: never, database: DatabaseSync) => unknown

export interface SqliteWorker<Tasks extends Readonly<Record<string, WorkerTask>>> {
  /** Rejects with what the task throws, an error of SQLite with its codes, and where the thread ended. */
  call<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    transfer?: readonly ArrayBuffer[],
  ): Promise<ReturnType<Tasks[Name]>>
  /** Resolves when the calls under way have ended and the thread's connection is closed. */
  close(): Promise<void>
}

export interface SqliteWorkerOptions<Tasks> {
  readonly path: string
  readonly clock: Pick<Clock, 'setTimer'>
  /** Statements for the thread's connection, before its first task. */
  readonly opening: string
  readonly tasks: Tasks
  /** The thread's own heap, in MiB: a report that would need more ends the thread, and not the studio. */
  readonly heapMiB: number
}

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: { readonly message: string; readonly code?: unknown; readonly errcode?: unknown }
}

/** A thread with a connection of its own, which starts with a call and ends some time after the last one. */
export function createSqliteWorker<const Tasks extends Readonly<Record<string, WorkerTask>>>({
  path,
  clock,
  opening,
  tasks,
  heapMiB,
}: SqliteWorkerOptions<Tasks>): SqliteWorker<Tasks> {
  let current: Thread | null = null
  let calls = 0
  let stopIdle = () => {}

  function start(): Thread {
    const source = Object.entries(tasks).map(
      ([name, task]) => `${JSON.stringify(name)}: (${task.toString()})`,
    )
    const worker = new Worker(program(source.join(',\n')), {
      eval: true,
      workerData: { path, opening },
      // It reads no environment, so it gets no copy of ours with the person's keys.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    })
    const waiting: Thread['waiting'] = new Map()
    const thread = { worker, waiting }
    const fail = (error: Error) => {
      if (current === thread) current = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('message', ({ id, value, error }: Reply) => {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) {
        worker.unref()
        // One that is being closed needs no timer, and another may have begun.
        if (current === thread) stopIdle = clock.setTimer(idleMs, () => void close())
      }
      if (error) caller?.reject(toError(error))
      else caller?.resolve(value)
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`The thread ended with ${code}.`)))
    return thread
  }

  async function call(task: string, input: unknown, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    current ??= start()
    const { worker, waiting } = current
    stopIdle()
    worker.ref()
    calls += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(calls, answer)
    worker.postMessage({ id: calls, task, input }, [...transfer])
    return answer.promise
  }

  async function close(): Promise<void> {
    stopIdle()
    const thread = current
    if (!thread) return
    // A later call begins another thread.
    current = null
    const ended = new Promise((resolve) => thread.worker.once('exit', resolve))
    thread.worker.ref()
    thread.worker.postMessage(null)
    await ended
  }

  return { call: call as SqliteWorker<Tasks>['call'], close }
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<unknown>>
}

/** Errors lose their members on the way from a thread. */
function toError({ message, code, errcode }: NonNullable<Reply['error']>): Error {
  return Object.assign(new Error(message), { code, errcode })
}

function program(tasks: string): string {
  return `
    const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const database = new DatabaseSync(workerData.path, { timeout: 5000, defensive: true })
    database.exec(workerData.opening)
    const tasks = { ${tasks} }
    parentPort.on('message', (message) => {
      if (message === null) {
        database.close()
        parentPort.close()
        return
      }
      const { id, task, input } = message
      try {
        parentPort.postMessage({ id, value: tasks[task](input, database) })
      } catch (error) {
        const { message, code, errcode } = error
        parentPort.postMessage({ id, error: { message, code, errcode } })
      }
    })`
}
