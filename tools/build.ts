import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

/** What can be built apart: the page, and the desktop's main side with its preload. */
const parts = { renderer: ['renderer'], desktop: ['main', 'preload'] } as const

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(parts)
process.env.NODE_ENV_ELECTRON_VITE = 'production'
process.env.NODE_ENV = 'production'

for (const name of names) {
  if (!isPart(name)) {
    process.stderr.write(`There is nothing called ${name} to build: ${Object.keys(parts).join(' or ')}.\n`)
    process.exit(2)
  }
  for (const target of parts[name]) {
    // Read anew for each: the builder writes into what it is given.
    const { config } = await resolveConfig({ logLevel: 'warn' }, 'build', 'production')
    const targetConfig = config?.[target]
    if (!targetConfig) throw new Error(`electron.vite.config.ts says nothing of ${target}.`)
    await build(targetConfig)
  }
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name)
}
