import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createStandInOpener } from '../testing/stand-in-opener.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openFile } from './open-file.ts'

function writePage(): string {
  const path = join(temporaryFolder(), 'a page & more.html')
  writeFileSync(path, 'page')
  return path
}

describe.skipIf(process.platform === 'win32')('the system’s opener', () => {
  test('[HOST6] gets the path and nothing else, and no key in its environment', async () => {
    const opener = createStandInOpener(temporaryFolder())
    vi.stubEnv('PATH', opener.path)
    vi.stubEnv('ATELIER_API_KEY', 'sk-canary-1')
    vi.stubEnv('ATELIER_USAGE_KEY', 'sk-canary-2')
    vi.stubEnv('ATELIER_SPEED', 'kept')
    const path = writePage()
    void openFile(path)
    await expect.poll(opener.opened).not.toBeNull()
    const { args, environment, content } = opener.opened() ?? {}
    expect([args, content]).toEqual([[path], 'page'])
    expect(environment).toContain('ATELIER_SPEED=kept')
    expect(environment).not.toMatch(/canary|_KEY=/)
  })

  test('a failing or missing one is reported', async () => {
    vi.stubEnv('PATH', createStandInOpener(temporaryFolder(), { exitCode: 3 }).path)
    await openFile(writePage())
    vi.stubEnv('PATH', temporaryFolder())
    await openFile(writePage())
  })
})
