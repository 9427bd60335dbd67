import { execFileSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createOpenedItems } from './opened-items.ts'

test.skipIf(process.platform === 'win32')(
  '[DESK22] a pipe, a folder, a device and a file that is too large are no files of recipes, and hold nothing up',
  async () => {
    const folder = temporaryFolder()
    const named = (name: string) => join(folder, `${name}.atelier-recipe`)
    execFileSync('mkfifo', [named('pipe')])
    mkdirSync(named('folder'))
    execFileSync('ln', ['-s', '/dev/zero', named('device')])
    writeFileSync(named('large'), '')
    truncateSync(named('large'), 20_000_001)
    writeFileSync(named('whole'), '{}')
    const items = createOpenedItems()
    for (const name of ['pipe', 'folder', 'device', 'large', 'absent', 'whole'])
      items.add([{ kind: 'recipeFile', path: named(name) }])
    const missing = { kind: 'missing', what: 'file' }
    const whole = { kind: 'recipeFile', name: 'whole.atelier-recipe', text: '{}' }
    expect(await items.take()).toEqual([missing, missing, missing, missing, missing, whole])
    expect(await items.take()).toEqual([])
  },
)

test('[DESK21] what waits for a page is at most ten things, the latest ones, and each is taken once', async () => {
  const items = createOpenedItems()
  const runs = Array.from({ length: 12 }, (_, index) => ({
    kind: 'run' as const,
    submissionId: `run ${index}`,
  }))
  for (const run of runs) items.add([run])
  expect(await items.take()).toEqual(runs.slice(2))
  expect(await items.take()).toEqual([])
})
