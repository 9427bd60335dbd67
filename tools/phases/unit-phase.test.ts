import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { runUnitPhase } from './unit-phase.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

async function runPlanted(files: Record<string, string>) {
  const root = plantFiles({
    'package.json': '{"type":"module"}',
    'vitest.config.mjs': "export default { test: { include: ['*.case.mjs'] } }",
    ...files,
  })
  symlinkSync(modules, join(root, 'node_modules'))
  return await runUnitPhase({ root, folder: root, filters: [], print: () => {} })
}

const head = "import { expect, test } from 'vitest'\n"

test('passed, failed and skipped tests are counted, with the reason of each skip', async () => {
  const outcome = await runPlanted({
    'a.case.mjs': `${head}test('one', () => {})\ntest('two', () => expect(1).toBe(2))\ntest('three', ({ skip }) => skip('no browser'))`,
  })
  expect(outcome).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    reasons: [{ name: 'three', reason: 'no browser' }],
  })
})

test('an unreadable file is a failure beside the tests of the others', async () => {
  const outcome = await runPlanted({
    'a.case.mjs': `${head}test('one', () => {})`,
    'b.case.mjs': "import './gone.mjs'",
  })
  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
})

test('a crash outside every test is a failure', async () => {
  const outcome = await runPlanted({
    'a.case.mjs': `${head}test('one', () => {})\nsetTimeout(() => { throw new Error('later') })\nawait new Promise((resolve) => setTimeout(resolve, 20))`,
  })
  expect(outcome.failed).toBe(1)
})

test('no test at all is a failure', async () => {
  expect(await runPlanted({})).toMatchObject({ passed: 0, failed: 1 })
})
