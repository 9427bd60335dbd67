import { cruise } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { afterEach, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'

const options = await extractOptions('./.dependency-cruiser.mjs')
const root = process.cwd()

afterEach(() => process.chdir(root))

/** The names of the rules that a small project breaks under the project's own configuration. */
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const packages = Object.fromEntries(
    ['electron', 'react', 'zod', 're2js', 'left-pad'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, ''],
    ]),
  )
  const planted = plantFiles({ 'package.json': '{"type":"module"}', ...packages, ...files })
  const folders = new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))
  // It reads what lies where the process stands.
  process.chdir(planted)
  const { output } = await cruise([...folders], options)
  if (typeof output === 'string') throw new TypeError('The report is text.')
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort()
}

const anything = 'export const anything = 1\n'
const uses = (path: string) => `import { anything } from '${path}'\nexport const more = anything\n`
const usesType = (path: string) =>
  `import type { anything } from '${path}'\nexport type More = typeof anything\n`

test('imports along the arrows break nothing', async () => {
  const files = {
    'shared/a.ts': "import { z } from 'zod'\nexport const anything = z\n",
    'shared/json-schema/compile-pattern.ts': "import { RE2JS } from 're2js'\nexport const anything = RE2JS\n",
    'shared/json-schema/match-pattern.ts': "export const load = () => import('./compile-pattern.ts')\n",
    'main/engine/b.ts': uses('../../shared/a.ts'),
    'main/infra/c.ts': `${uses('../engine/b.ts')}import 'node:fs'\n`,
    'main/studio.ts': uses('./infra/c.ts'),
    'main/hosts/electron/electron.ts': `${uses('../../studio.ts')}import 'electron'\n`,
    'renderer/features/create/d.ts': `${uses('../../../shared/a.ts')}import 'react'\n`,
    'renderer/features/create/result/e.ts': uses('../runs/f.ts'),
    'renderer/features/create/runs/f.ts': uses('../composer/g.ts'),
    'renderer/features/create/composer/g.ts': uses('../../../../shared/a.ts'),
    'renderer/features/create/create-view.ts': uses('./result/e.ts'),
  }
  expect(await brokenRules(files)).toEqual([])
})

test.each([
  [
    'a type import against the arrow',
    'engine-imports',
    { 'main/engine/a.ts': usesType('../infra/b.ts'), 'main/infra/b.ts': anything },
  ],
  [
    'a type re-export against the arrow',
    'shared-imports',
    { 'shared/a.ts': "export type { anything } from '../main/b.ts'\n", 'main/b.ts': anything },
  ],
  [
    'the page reaching into main',
    'renderer-imports',
    { 'renderer/a.ts': uses('../main/b.ts'), 'main/b.ts': anything },
  ],
  [
    'words of the main side beyond shared',
    'words-imports',
    { 'main/words/a.ts': uses('../infra/b.ts'), 'main/infra/b.ts': anything },
  ],
  [
    'main importing the sandbox',
    'hosts-imports',
    { 'main/hosts/a.ts': uses('../../sandbox/b.ts'), 'sandbox/b.ts': anything },
  ],
  [
    'a conformance test that knows the sandbox from inside',
    'conformance-imports',
    { 'conformance/a.test.ts': uses('../sandbox/b.ts'), 'sandbox/b.ts': anything },
  ],
  [
    'a preload beyond the bridge',
    'preload-imports',
    { 'preload/a.ts': uses('../shared/b.ts'), 'shared/b.ts': anything },
  ],
  [
    'two features that know each other',
    'features-apart',
    { 'renderer/features/create/a.ts': uses('../library/b.ts'), 'renderer/features/library/b.ts': anything },
  ],
  [
    'a room of the engine importing one after it',
    'engine-room-service',
    { 'main/engine/service/a.ts': usesType('../submissions/b.ts'), 'main/engine/submissions/b.ts': anything },
  ],
  [
    'a room of the engine importing what stands above all rooms',
    'engine-room-webhooks',
    { 'main/engine/webhooks/a.ts': uses('../run-pipeline.ts'), 'main/engine/run-pipeline.ts': anything },
  ],
  [
    'a room of Create that knows a later one',
    'create-room-runs',
    {
      'renderer/features/create/runs/a.ts': uses('../result/b.ts'),
      'renderer/features/create/result/b.ts': anything,
    },
  ],
  [
    'a room of Create that knows the types of a later one',
    'create-room-composer',
    {
      'renderer/features/create/composer/a.ts': usesType('../form/b.ts'),
      'renderer/features/create/form/b.ts': anything,
    },
  ],
  [
    'a room of Create that knows what puts it together',
    'create-room-list',
    {
      'renderer/features/create/list/a.ts': uses('../create-view.ts'),
      'renderer/features/create/create-view.ts': anything,
    },
  ],
  [
    'a room of Create without a place in the list',
    'create-rooms-listed',
    {
      'renderer/features/create/attic/a.ts': uses('../composer/b.ts'),
      'renderer/features/create/composer/b.ts': anything,
    },
  ],
  ['files in the engine', 'engine-without-world', { 'main/engine/a.ts': "import 'node:fs'\n" }],
  [
    'a program started with the keys in its environment',
    'programs-without-keys',
    { 'main/hosts/a.ts': "import { spawn } from 'node:child_process'\nspawn('true')\n" },
  ],
  ['Node in the page', 'page-without-node', { 'renderer/a.ts': "import 'node:path'\n" }],
  ['Node in shared', 'shared-packages', { 'shared/a.ts': "import 'node:path'\n" }],
  ['another package in shared', 'shared-packages', { 'shared/a.ts': "import 'left-pad'\n" }],
  [
    'patterns compiled in another place',
    'patterns-at-home',
    { 'shared/form/a.ts': "export const load = () => import('re2js')\n" },
  ],
  [
    'a matcher that is loaded before it is needed',
    'patterns-when-needed',
    {
      'shared/json-schema/compile-pattern.ts': anything,
      'shared/json-schema/match-pattern.ts': uses('./compile-pattern.ts'),
    },
  ],
  ['electron outside its host', 'electron-at-home', { 'main/infra/a.ts': "import 'electron'\n" }],
  ['schemas made in the page', 'schemas-from-shared', { 'renderer/a.ts': "import 'zod'\n" }],
  [
    'a double in production',
    'doubles-in-tests',
    { 'main/infra/a.ts': uses('../testing/b.ts'), 'main/testing/b.ts': anything },
  ],
  ['a circle', 'no-circles', { 'shared/a.ts': uses('./b.ts'), 'shared/b.ts': uses('./a.ts') }],
  ['a file that hangs on nothing', 'no-orphans', { 'shared/a.ts': anything }],
  ['a file that is not there', 'resolvable', { 'shared/a.ts': uses('./gone.ts') }],
])('%s is refused', async (_, rule, files) => {
  expect(await brokenRules(files as Record<string, string>)).toContain(rule)
})
