import { expect, test, vi } from 'vitest'
import { runOnThread } from './sqlite-thread.ts'

test('[HOST6] a thread gets its input and nothing of the environment', async () => {
  vi.stubEnv('ATELIER_API_KEY', 'sk-canary')
  const work = (input: number) => [input, Object.keys(process.env)]
  expect(await runOnThread(work, 7)).toEqual([7, []])
})
