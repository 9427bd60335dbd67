import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestOrder, Verdict } from './test-host.ts'

const hostPath = fileURLToPath(new URL('test-host.ts', import.meta.url))

/** A copy of the project in which one file at a time can be broken; the project itself is never touched. */
export interface BrokenTree {
  /**
   * Runs tests against this text in a file's place. What ends the process, or ends no test within so many milliseconds
   * of CPU time, has not passed.
   */
  tryText(file: string, text: string, tests: readonly string[], patienceMs: number): Promise<Verdict>
  /** Restores a file. */
  restore(file: string): void
  close(): void
}

/** Copies these files; the copy is deleted once it is closed, or the process ends. */
export function createBrokenTree(root: string, files: readonly string[]): BrokenTree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-mutate-')))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const restored = new Set<string>()
  let host: ChildProcess | null = null

  async function openHost(): Promise<ChildProcess> {
    if (host?.connected) return host
    host = fork(hostPath, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(host, 'message')
    return host
  }

  function endHost(): void {
    host?.kill('SIGKILL')
    host = null
  }

  function close(): void {
    endHost()
    rmSync(folder, { recursive: true, force: true })
  }

  process.once('exit', close)
  return {
    async tryText(file, text, tests, patienceMs) {
      writeFileSync(join(folder, file), text)
      const opened = await openHost()
      const whole = (path: string) => join(folder, path)
      const order: TestOrder = {
        changed: [...restored, file].map(whole),
        tests: tests.map(whole),
        patienceMs,
      }
      opened.send(order)
      const verdict = await verdictOf(opened)
      if (verdict === 'hung') endHost()
      return verdict
    },
    restore(file) {
      cpSync(join(root, file), join(folder, file))
      restored.add(file)
    },
    close() {
      process.off('exit', close)
      close()
    },
  }
}

function verdictOf(host: ChildProcess): Promise<Verdict> {
  return new Promise((resolve) => {
    const settle = (verdict: Verdict) => {
      host.removeAllListeners()
      resolve(verdict)
    }
    host.once('message', (verdict) => settle(verdict as Verdict))
    host.once('exit', () => settle('failed'))
  })
}
