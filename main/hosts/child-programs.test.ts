import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { forgetKeys, spawnProgram, spawnProgramSync, withoutKeys } from './child-programs.ts'

const sayKeys =
  'process.stdout.write(Object.keys(process.env).filter((name) => /_KEY|STAYS/.test(name)).join())'

function stubKeys(): void {
  vi.stubEnv('ATELIER_API_KEY', 'sk-canary-1')
  vi.stubEnv('ATELIER_USAGE_KEY', 'sk-canary-2')
  vi.stubEnv('WHAT_STAYS', 'yes')
}

test('[HOST6] a child process has our environment, without the keys', async () => {
  stubKeys()
  const child = spawnProgram(process.execPath, ['-e', sayKeys], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await once(child, 'close')
  expect(said).toBe('WHAT_STAYS')
  const { stdout } = spawnProgramSync(process.execPath, ['-e', sayKeys], { stdio: 'pipe' })
  expect(stdout.toString()).toBe('WHAT_STAYS')
})

test('[HOST6] the keys are recognised in any letter case, and nothing else is', () => {
  const environment = { PATH: '/bin', ATELIER_API_KEY: 'a', Atelier_Usage_Key: 'b', OTHER_API_KEY: 'c' }
  expect(withoutKeys(environment)).toEqual({ PATH: '/bin', OTHER_API_KEY: 'c' })
})

test('[HOST6] a process that does not need the keys removes them', () => {
  stubKeys()
  forgetKeys()
  expect([process.env.ATELIER_API_KEY, process.env.ATELIER_USAGE_KEY]).toEqual([undefined, undefined])
  expect(process.env.WHAT_STAYS).toBe('yes')
})
