import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron as electron, expect } from '@playwright/test'
import { build, type Configuration, Platform } from 'electron-builder'
import { buildRelease } from './build-release.ts'
import { builderConfig } from './builder-config.ts'
import { burnFuses } from './burn-fuses.ts'
import { hasElectron } from './electron-program.ts'
import { testedFuses } from './fuses.ts'
import { identity } from './identity.ts'
import { expectPrivate, privateProfile, privateSwitches } from './private-profile.ts'
import { readOwnPackage } from './shipped-files.ts'
import { serveUpdateFeed } from './update-feed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = join(root, 'dist', 'update-test')
const installMs = 180_000

/** How one system's installer is built, and what a person does with it; returns the file to start. */
interface SystemInstaller {
  readonly target: Configuration
  readonly isInstaller: RegExp
  install(installer: string, folder: string): Promise<string>
}

const systems: Readonly<Partial<Record<NodeJS.Platform, SystemInstaller>>> = {
  linux: {
    target: { linux: { target: ['AppImage'] } },
    isInstaller: /\.AppImage$/,
    async install(installer, folder) {
      const program = join(folder, `${identity.productName}.AppImage`)
      await copyFile(installer, program)
      await chmod(program, 0o755)
      return program
    },
  },
  win32: {
    target: { win: { target: ['nsis'] } },
    isInstaller: /-Setup-.*\.exe$/,
    async install(installer, folder) {
      // NSIS takes the folder last, and without quotes.
      const { status } = spawnSync(installer, ['/S', `/D=${folder}`], { windowsVerbatimArguments: true })
      if (status !== 0) throw new Error(`The installer ended with ${status}.`)
      return join(folder, `${identity.productName}.exe`)
    },
  },
  darwin: {
    // Without a team, programs of the hardened runtime load no libraries of their own.
    target: { mac: { target: ['zip'], hardenedRuntime: false, notarize: false } },
    isInstaller: /\.zip$/,
    async install(installer, folder) {
      execFileSync('ditto', ['-x', '-k', installer, folder])
      return join(folder, `${identity.productName}.app`, 'Contents', 'MacOS', identity.productName)
    },
  },
}

/**
 * `npm run try-update`: installs a version before this one, which finds this one on a feed of this machine; says yes
 * to the download, quits, and starts again what is installed then. Both are built for it, with the inspector's fuse
 * on. Needs Electron's program and a display; on Windows and macOS a certificate, for updates are taken from the
 * same publisher only.
 */
async function tryUpdate(): Promise<void> {
  const system = systems[process.platform]
  if (!system) throw new Error(`No installer is known for ${process.platform}.`)
  const { version } = readOwnPackage(root)
  await rm(kept, { recursive: true, force: true })
  const feed = await serveUpdateFeed(join(kept, 'now'))
  const home = await mkdtemp(join(tmpdir(), 'atelier-update-'))
  try {
    await buildInstaller(system, { version, folder: join(kept, 'now'), feed: feed.url })
    const before = await buildInstaller(system, {
      version: versionBefore,
      folder: join(kept, 'before'),
      feed: feed.url,
    })
    const installed = join(home, 'installed')
    await mkdir(installed)
    const program = await system.install(before, installed)
    const asked = await update(program, { home, open: feed.open })
    expect(asked.join('\n')).toContain(version)
    await expect(async () => expect(await startedVersion(program, home)).toBe(version)).toPass({
      timeout: installMs,
      intervals: [2_000],
    })
    process.stdout.write(`${versionBefore} found ${version}, asked, and became it.\n`)
  } finally {
    await feed.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Lower than any that was released. */
const versionBefore = '0.0.1'

interface Wanted {
  readonly version: string
  readonly folder: string
  readonly feed: string
}

async function buildInstaller(system: SystemInstaller, { version, folder, feed }: Wanted): Promise<string> {
  const app = join(kept, `app-${version}`)
  await buildRelease(root, app, version)
  const config = builderConfig({ root, app, output: folder }, { ...process.env, ATELIER_UPDATES_URL: feed })
  const { linux, win, mac } = system.target
  await build({
    projectDir: root,
    config: {
      ...config,
      ...(linux && { linux: { ...config.linux, ...linux } }),
      ...(win && { win: { ...config.win, ...win } }),
      ...(mac && { mac: { ...config.mac, ...mac } }),
      afterPack: burnFuses(testedFuses),
    },
    targets: Platform.current().createTarget(),
    publish: 'never',
  })
  const name = (await readdir(folder)).find((file) => system.isInstaller.test(file))
  if (!name) throw new Error(`The builder made no installer in ${folder}.`)
  return join(folder, name)
}

/** Starts the program, says yes to the download and no to the restart, and quits; returns what it asked. */
async function update(program: string, { home, open }: { home: string; open(): void }): Promise<string[]> {
  const app = await launch(program, home)
  // The feed waits, so that no question comes before somebody answers.
  const asked = await app.evaluateHandle(({ dialog }) => {
    const messages: string[] = []
    dialog.showMessageBox = async (...given: unknown[]) => {
      messages.push(String((given.at(-1) as { message?: unknown }).message))
      return { response: messages.length === 1 ? 0 : 1, checkboxChecked: false }
    }
    return messages
  })
  open()
  await expect.poll(() => asked.evaluate((messages) => messages.length), { timeout: installMs }).toBe(2)
  const messages = await asked.evaluate((found) => [...found])
  await app.close()
  return messages
}

async function startedVersion(program: string, home: string): Promise<string> {
  const app = await launch(program, home)
  try {
    await expect((await app.firstWindow()).getByRole('link', { name: 'Settings' })).toBeVisible()
    return await app.evaluate((running) => running.app.getVersion())
  } finally {
    await app.close()
  }
}

async function launch(program: string, home: string) {
  const app = await electron.launch({
    executablePath: program,
    args: privateSwitches(home),
    // Without the kernel's module for them, an AppImage unpacks itself.
    env: { ...privateProfile(home), APPIMAGE_EXTRACT_AND_RUN: '1' },
  })
  await expectPrivate(await app.evaluate((running) => running.app.getPath('userData')), home)
  return app
}

if (hasElectron(root)) await tryUpdate()
else {
  process.stderr.write('Electron is not here and can’t be downloaded, so no update can be tried.\n')
  process.exitCode = 2
}
