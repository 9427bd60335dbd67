import { renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

/** The separate builds: the page, and the desktop's main side with its preload. */
const parts = { renderer: ['renderer'], desktop: ['main', 'preload'] } as const

const requested = process.argv.slice(2)
const names = requested.length > 0 ? requested : Object.keys(parts)
process.env.NODE_ENV_ELECTRON_VITE = 'production'
process.env.NODE_ENV = 'production'

for (const name of names) {
  if (!isPart(name)) {
    process.stderr.write(`There is nothing called ${name} to build: ${Object.keys(parts).join(' or ')}.\n`)
    process.exit(2)
  }
  for (const target of parts[name]) await buildTarget(target)
}

/** Builds beside the old build and then replaces it, so that a running studio always finds a page. */
async function buildTarget(target: 'main' | 'preload' | 'renderer'): Promise<void> {
  // Loaded anew for each: the builder modifies its input.
  const { config } = await resolveConfig({ logLevel: 'warn' }, 'build', 'production')
  const targetConfig = config?.[target]
  if (!targetConfig?.build?.outDir)
    throw new Error(`electron.vite.config.ts does not say where ${target} goes.`)
  const place = resolve(targetConfig.build.outDir)
  const [fresh, old] = [`${place}.new-${process.pid}`, `${place}.old-${process.pid}`]
  await build({ ...targetConfig, build: { ...targetConfig.build, outDir: fresh } })
  rmSync(old, { recursive: true, force: true })
  moveIfThere(place, old)
  renameSync(fresh, place)
  rmSync(old, { recursive: true, force: true })
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name)
}
