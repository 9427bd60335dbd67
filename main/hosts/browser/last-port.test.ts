import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readLastPort, writeLastPort } from './last-port.ts'

test('[HOST19] a port is read as it was written', async () => {
  const path = join(temporaryFolder(), 'browser-port')
  await writeLastPort(path, 65_535)
  expect(await readLastPort(path)).toBe(65_535)
})

test.each([null, '', '0', '65536', '99999', '-1', 'x', '80\n81', '8e3'])(
  '[HOST19] %j gives a port of a range of its own',
  async (text) => {
    const path = join(temporaryFolder(), 'browser-port')
    if (text !== null) writeFileSync(path, text)
    const port = await readLastPort(path)
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(30_000)
  },
)

test('[HOST19] a folder that takes no file is no error', async () => {
  await writeLastPort(join(import.meta.filename, 'browser-port'), 80)
})
