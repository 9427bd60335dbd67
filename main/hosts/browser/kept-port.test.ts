import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { keepPort, readKeptPort } from './kept-port.ts'

test('[HOST19] a port is read as it was written', async () => {
  const path = join(temporaryFolder(), 'browser-port')
  await keepPort(path, 65_535)
  expect(await readKeptPort(path)).toBe(65_535)
})

test.each([null, '', '0', '65536', '99999', '-1', 'x', '80\n81', '8e3'])(
  '[HOST19] %j holds no port',
  async (text) => {
    const path = join(temporaryFolder(), 'browser-port')
    if (text !== null) writeFileSync(path, text)
    expect(await readKeptPort(path)).toBeNull()
  },
)

test('[HOST19] a folder that takes no file is no error', async () => {
  await keepPort(join(import.meta.filename, 'browser-port'), 80)
})
