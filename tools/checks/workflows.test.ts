import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findLooseEnds, findUnnamedVersions, findWorkflowFaults } from './workflows.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = { contents: 'read' }
const commit = '0123456789abcdef0123456789abcdef01234567'

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
    ['with an action of any version', job({ uses: 'actions/checkout@main' }), 'no commit'],
    ['with an action by a version that may be moved', job({ uses: 'actions/checkout@v5' }), 'no commit'],
    ['with text of others in a shell', job({ run: `echo \${{ github.head_ref }}` }), 'by env'],
    ['with a script that is not there', job({ run: 'npm run nothing' }), 'not there'],
  ])('%s', (_, workflow, fault) => {
    expect(findLooseEnds(workflow, new Set(['check']))).toEqual([expect.stringContaining(fault)])
  })

  test('and otherwise not', () => {
    const fine = job({ uses: `actions/checkout@${commit}`, run: 'npm run check' })
    expect(findLooseEnds(fine, new Set(['check']))).toEqual([])
  })
})

test('[PACK12] the version of an action stands beside its commit', () => {
  expect(findUnnamedVersions(`- uses: a/b@${commit} # v5.0.1\n`)).toEqual([])
  for (const comment of ['', ' # v5', ' # main'])
    expect(findUnnamedVersions(`- uses: a/b@${commit}${comment}\n`)).toEqual([
      `names no version beside a/b@${commit}`,
    ])
})
