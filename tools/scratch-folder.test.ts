import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { plantFiles } from './testing/plant-files.ts'

// Each test starts programs, which are slow to start on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const program = `
import { runCommand } from '${new URL('./run-command.ts', import.meta.url).href}'
import { makeScratchFolder } from '${new URL('./scratch-folder.ts', import.meta.url).href}'

const folder = makeScratchFolder()
const waits = 'console.log(process.pid); setInterval(() => {}, 1000)'
await runCommand(process.execPath, ['-e', waits], { cwd: folder, onOutput: (pid) => console.log(folder, pid.trim()) })
`

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the tests ends their programs and removes what they wrote',
  async (signal) => {
    const root = plantFiles({ 'package.json': '{"type":"module"}', 'tests.js': program })
    const tests = spawn(process.execPath, ['tests.js'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(tests, 'exit')
    const [line] = (await once(createInterface({ input: tests.stdout }), 'line')) as [string]
    const [folder = '', pid = ''] = line.split(' ')
    expect(existsSync(folder)).toBe(true)
    tests.kill(signal)
    expect(await ended).toEqual([1, null])
    expect(existsSync(folder)).toBe(false)
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  },
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
