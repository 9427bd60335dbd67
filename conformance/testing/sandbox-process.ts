import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { smallMedia } from '../try-service.ts'

const readySchema = z.looseObject({ url: z.string(), key: z.string(), usageKey: z.string() })

export interface SandboxProcess extends z.infer<typeof readySchema> {
  close(): Promise<void>
}

/**
 * The sandbox as a separate process (the suite imports nothing of a service), with the control API, on a folder
 * that is deleted when it is closed.
 */
export async function startSandbox(): Promise<SandboxProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-conformance-'))
  const root = join(import.meta.dirname, '..', '..')
  const script = join(root, 'sandbox', 'serve.ts')
  const loading = ['--import', pathToFileURL(join(root, 'main', 'hosts', 'load-sources.mjs')).href]
  const child: ChildProcess = spawn(
    process.execPath,
    [...loading, script, '--port', '0', '--data', folder, '--speed', '200', '--control'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const started = once(createInterface({ input: child.stdout as Readable }), 'line') as Promise<[string]>
  const first = await Promise.race([started, ended.then(() => null)])
  if (!first) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('The sandbox ended before it was ready.')
  }
  const ready = readySchema.parse(JSON.parse(first[0]))
  // Shape and length are tested; a hundred results of the usual size would take minutes.
  const body = JSON.stringify(smallMedia)
  await fetch(`${ready.url}/__sandbox/media`, { method: 'POST', body })
  return {
    ...ready,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface SuiteEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the suite as a person does, by its command line. */
export function runSuite(...words: readonly string[]): Promise<SuiteEnd> {
  const script = join(import.meta.dirname, '..', 'run.ts')
  const { promise, resolve } = Promise.withResolvers<SuiteEnd>()
  execFile(process.execPath, [script, ...words], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  )
  return promise
}
