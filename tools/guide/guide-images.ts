import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run guide-images`: runs the specs on whose way the guide's images are taken, and writes these. */
const specs = readdirSync(join(root, 'e2e')).filter(
  (name) =>
    name.endsWith('.spec.ts') && readFileSync(join(root, 'e2e', name), 'utf8').includes('guideImage('),
)
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', ...specs.map((name) => `e2e/${name}`), '--project=browser', '--workers=1'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ATELIER_GUIDE_IMAGES: '1' } },
)
process.exitCode = status ?? 1
