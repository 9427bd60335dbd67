import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'
import { identity } from './identity.ts'
import { publisherOf } from './publisher.ts'
import { isForTheBuild, listShippedFiles, readOwnPackage } from './shipped-files.ts'

/**
 * Puts what a release ships into `folder`: page and preload as they were built and tested, and the main side
 * bundled anew, small. Its version is the project's unless another is given.
 */
export async function buildRelease(
  root: string,
  folder: string,
  version: string = readOwnPackage(root).version,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await buildMain(join(folder, 'dist', 'main'))
  const others = listShippedFiles(root).filter(({ path }) => !path.startsWith('dist/main/'))
  for (const { path } of others) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  const main = join(folder, 'dist', 'main')
  for (const name of await readdir(main)) if (isForTheBuild(name)) await rm(join(main, name))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(releasePackage(root, version), null, 2)}\n`)
}

async function buildMain(outDir: string): Promise<void> {
  process.env.NODE_ENV_ELECTRON_VITE = 'production'
  process.env.NODE_ENV = 'production'
  const { config } = await resolveConfig({ logLevel: 'warn' }, 'build', 'production')
  const main = config?.main
  if (!main) throw new Error('electron.vite.config.ts has no main side.')
  await build({
    ...main,
    build: { ...main.build, outDir, emptyOutDir: true, minify: true, sourcemap: false },
  })
}

/** Nothing but what Electron and the installers read. */
function releasePackage(root: string, version: string) {
  const { name, description, main } = readOwnPackage(root)
  return {
    name,
    productName: identity.productName,
    version,
    description,
    author: identity.productName,
    homepage: publisherOf(process.env).homepage,
    type: 'module',
    main,
  }
}
