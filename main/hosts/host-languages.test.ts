import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { languagesOf } from './host-languages.ts'

const system = Intl.DateTimeFormat().resolvedOptions().locale

test('the language of the settings comes before the system’s', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json'), '{"language":"de"}')
  expect(languagesOf(folder)).toEqual(['de', system])
})

test.each([
  ['no file', () => undefined],
  ['half a file', (path: string) => writeFileSync(path, '{"language":')],
  [
    'a large file',
    (path: string) => writeFileSync(path, `{"language":"de","pad":"${'x'.repeat(1024 ** 2)}"}`),
  ],
])('%s leaves the system’s', (_, plant) => {
  const folder = temporaryFolder()
  plant(join(folder, 'settings.json'))
  expect(languagesOf(folder)).toEqual([system])
})

test.skipIf(process.platform === 'win32')('a pipe in the place of the settings is not opened', () => {
  const folder = temporaryFolder()
  execFileSync('mkfifo', [join(folder, 'settings.json')])
  expect(languagesOf(folder)).toEqual([system])
})
