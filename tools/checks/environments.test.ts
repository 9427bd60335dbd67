import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findTypeErrors } from './environments.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The faults of a small project with the project's own environments, one line each. */
async function errorsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const planted = plantFiles({ 'package.json': '{"type":"module"}', 'package-lock.json': '{}', ...files })
  cpSync(join(root, 'environments'), join(planted, 'environments'), { recursive: true })
  cpSync(join(root, 'tsconfig.json'), join(planted, 'tsconfig.json'))
  // Packages by link, the compiler's state in a folder of its own.
  mkdirSync(join(planted, 'node_modules'))
  for (const name of ['typescript', '@typescript', '@types', 'vite', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(planted, 'node_modules', name))
  const output = await findTypeErrors(planted)
  return output.split('\n').filter((line) => line !== '' && !line.includes('TS18003'))
}

const environments = {
  'shared/a.ts': "export const id = new URL('https://a.example').host\n",
  'shared/a.test.ts': 'process.exit()\n',
  'main/engine/a.ts': "import { createHash } from 'node:crypto'\nexport const hash = createHash('sha256')\n",
  'main/infra/a.ts': 'export const home = process.env.HOME\nsetTimeout(() => {}, 1)\n',
  'preload/a.ts': "import { ipcRenderer } from 'electron'\nvoid ipcRenderer.invoke('call')\n",
  'renderer/a.ts': 'document.title = window.name\nsetTimeout(() => {}, 1)\n',
  'renderer/a.test.ts': 'document.title = process.version\n',
  'e2e/a.spec.ts': 'document.title = process.version\n',
}

test('each part may use the globals of its own environment', async () => {
  expect(await errorsIn(environments)).toEqual([])
})

/** The globals that each part must not use, in a file each. */
const violations = {
  'shared/process.ts': 'export const used = process.env.HOME\n',
  'shared/document.ts': 'export const used = document.title\n',
  'shared/fetch.ts': "export const used = fetch('https://a.example')\n",
  'main/engine/process.ts': 'export const used = process.env.HOME\n',
  'main/engine/document.ts': 'export const used = document.title\n',
  'main/engine/timer.ts': 'setTimeout(() => {}, 1)\n',
  'main/engine/timer-by-signal.ts': 'export const used = AbortSignal.timeout(1)\n',
  'main/engine/buffer-without-import.ts': "export const used = Buffer.from('a')\n",
  'main/engine/files.ts': "import 'node:fs'\nexport const used = await import('node:fs')\n",
  'main/infra/window.ts': 'export const used = window.name\n',
  'sandbox/document.ts': 'export const used = document.title\n',
  'renderer/process.ts': 'export const used = process.env.HOME\n',
  'renderer/buffer.tsx': "export const used = Buffer.from('a')\n",
  'preload/process.ts': 'export const used = process.env.HOME\n',
  'preload/shell.ts': "import { shell } from 'electron'\nvoid shell\n",
  'elsewhere/in-no-environment.ts': 'export const used = 1\n',
}

test('a global of another environment is refused, and so is a file of none', async () => {
  const errors = await errorsIn({ ...environments, ...violations })
  const files = new Set(errors.map((line) => line.split(/[( ]/)[0]))
  expect([...files].sort()).toEqual(Object.keys(violations).sort())
})
