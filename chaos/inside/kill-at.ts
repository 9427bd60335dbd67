import { appendFileSync } from 'node:fs'
import fs, { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import sqlite, { DatabaseSync, StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the studio: counts each step that reaches the disk or the service, before it and after it, and
 * kills its own process at the step whose number is in `ATELIER_KILL_AT`. The steps are written, one per line,
 * to the file in `ATELIER_KILL_TRACE`. The product knows nothing of it.
 */
const killAt = Number(process.env.ATELIER_KILL_AT ?? 0)
const trace = process.env.ATELIER_KILL_TRACE ?? ''
let steps = 0

function step(name: string): void {
  steps += 1
  if (trace !== '') appendFileSync(trace, `${steps} ${name}\n`)
  if (steps === killAt) process.kill(process.pid, 'SIGKILL')
}

/** A migration is one call; split up, it can be killed between its statements. */
function statementsOf(sql: string): string[] {
  const parts = sql.split(/;\s*(?:\n|$|(?=[A-Z]))/).filter((part) => part.trim() !== '')
  const statements: string[] = []
  for (const part of parts) {
    const last = statements.at(-1)
    if (last !== undefined && isTriggerWithoutEnd(last)) statements.splice(-1, 1, `${last};\n${part}`)
    else statements.push(part)
  }
  return statements
}

/** The statements in a trigger are part of its own. */
function isTriggerWithoutEnd(statement: string): boolean {
  return /^\s*CREATE TRIGGER\b/.test(statement) && !/\bEND\s*$/.test(statement)
}

function watchDatabase(): void {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    for (const statement of statementsOf(sql)) {
      const name = statement.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
      step(`before ${name}`)
      exec.call(this, statement)
      step(`after ${name}`)
    }
  }
  const run = StatementSync.prototype.run as (...values: unknown[]) => unknown
  Reflect.set(StatementSync.prototype, 'run', function (this: StatementSync, ...values: unknown[]) {
    step('before a row')
    const change = run.apply(this, values)
    step('after a row')
    return change
  })
  const { backup } = sqlite
  sqlite.backup = async (...values) => {
    step('before a backup')
    const pages = await backup(...values)
    step('after a backup')
    return pages
  }
}

/** Only connections to the service: its port is in `ATELIER_KILL_PORT`. */
function watchSockets(): void {
  const port = Number(process.env.ATELIER_KILL_PORT ?? 0)
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...values: Parameters<typeof connect>) {
    const [target] = values.flat() as unknown as [{ readonly port?: number | string } | undefined]
    if (Number(target?.port) === port) watchSocket(this)
    return connect.apply(this, values)
  } as typeof connect
}

/** Every byte to the system passes through `_writeGeneric`; the client's data can be read there. */
function watchSocket(socket: Socket): void {
  step('before a connection')
  socket.once('connect', () => step('after a connection'))
  const write = Reflect.get(socket, '_writeGeneric') as (...values: unknown[]) => unknown
  Reflect.set(socket, '_writeGeneric', (...values: unknown[]) => {
    step('before bytes leave')
    const done = write.apply(socket, values)
    step('after bytes left')
    return done
  })
}

async function watchFiles(): Promise<void> {
  for (const name of ['rename', 'rm', 'mkdir'] as const) {
    const act = fs[name] as (...values: unknown[]) => Promise<unknown>
    Reflect.set(fs, name, async (...values: unknown[]) => {
      step(`before ${name}`)
      const done = await act(...values)
      step(`after ${name}`)
      return done
    })
  }
  const file = await open(tmpdir(), 'r')
  const handle = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  for (const name of ['sync', 'datasync', 'write', 'writev', 'writeFile'] as const) {
    const act = handle[name] as (...values: unknown[]) => Promise<unknown>
    Reflect.set(handle, name, async function (this: FileHandle, ...values: unknown[]) {
      step(`before ${name}`)
      const done = await act.apply(this, values)
      step(`after ${name}`)
      return done
    })
  }
}

if (isMainThread) {
  watchDatabase()
  watchSockets()
  await watchFiles()
  syncBuiltinESMExports()
}
