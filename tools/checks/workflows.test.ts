import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findLooseEnds, findWorkflowFaults } from './workflows.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = { contents: 'read' }

test('[PACK12] the workflows are accepted by GitHub’s own parser', async () => {
  expect(await findWorkflowFaults(root)).toEqual([])
})

test('[PACK12] what that parser refuses is reported', async () => {
  const planted = plantFiles({
    'package.json': '{"scripts":{}}',
    '.github/workflows/x.yml': 'on: push\npermissions: { contents: read }\njobs: { a: { runs: here } }\n',
  })
  expect((await findWorkflowFaults(planted)).join()).toContain('.github/workflows/x.yml: ')
})

describe('[PACK12] a workflow is refused', () => {
  const job = (step: object) => ({ permissions: read, jobs: { a: { 'timeout-minutes': 5, steps: [step] } } })
  test.each([
    ['with more than reading', { jobs: {} }, 'permissions'],
    [
      'with rights for strangers',
      { on: { pull_request_target: null }, permissions: read, jobs: {} },
      'rights',
    ],
    ['without an end', { permissions: read, jobs: { a: {} } }, 'timeout-minutes'],
    ['with an action of any version', job({ uses: 'actions/checkout@main' }), 'without a version'],
    ['with text of others in a shell', job({ run: `echo \${{ github.head_ref }}` }), 'by env'],
    ['with a script that is not there', job({ run: 'npm run nothing' }), 'not there'],
  ])('%s', (_, workflow, fault) => {
    expect(findLooseEnds(workflow, new Set(['check']))).toEqual([expect.stringContaining(fault)])
  })

  test('and otherwise not', () => {
    const fine = job({ uses: 'actions/checkout@v5', run: 'npm run check' })
    expect(findLooseEnds(fine, new Set(['check']))).toEqual([])
  })
})
