import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPackage } from '@electron/asar'
import { buildRelease } from './build-release.ts'
import { builderConfig } from './builder-config.ts'
import { hasElectron } from './electron-program.ts'
import { findUnknownPublisher } from './publisher.ts'
import { findUnnamedPublisher } from './update-description.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const app = join(root, 'dist', 'release')
const output = join(root, 'dist', 'installers')

/**
 * `npm run package`: what people install, in `dist/installers`. By default the unpacked program of this system;
 * with `--installers` every installer of this system, with `--release` these for others than oneself, which have to
 * say who publishes them. Where no Electron can be had, the archive alone.
 */
async function run(args: readonly string[]): Promise<number> {
  const isRelease = args.includes('--release')
  const wantsInstallers = isRelease || args.includes('--installers')
  const unknown = args.find((arg) => arg !== '--installers' && arg !== '--release')
  if (unknown !== undefined) {
    process.stderr.write(`There is no option ${unknown}. Options: --installers, --release.\n`)
    return 2
  }
  const refusal = isRelease ? findUnknownPublisher(process.env) : null
  if (refusal !== null) {
    process.stderr.write(`${refusal}\n`)
    return 2
  }
  await buildRelease(root, app)
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  if (!hasElectron(root)) {
    const archive = join(output, 'app.asar')
    await createPackage(app, archive)
    const { size } = await stat(archive)
    process.stdout.write(`${archive}: ${size} bytes\n`)
    process.stderr.write(
      'Electron is not here and can’t be downloaded, so this is the archive alone: no program, no fuses, no installer.\n',
    )
    return wantsInstallers ? 2 : 0
  }
  const { build } = await import('electron-builder')
  const { burnFuses } = await import('./burn-fuses.ts')
  const files = await build({
    projectDir: root,
    config: { ...builderConfig({ root, app, output }, process.env), afterPack: burnFuses() },
    publish: 'never',
    ...(wantsInstallers ? {} : { dir: true }),
  })
  const faults = findUnnamedPublisher(output)
  for (const line of [...files, ...faults]) process.stdout.write(`${line}\n`)
  return faults.length > 0 ? 1 : 0
}

process.exitCode = await run(process.argv.slice(2))
