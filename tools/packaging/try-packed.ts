import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron as electron, expect } from '@playwright/test'
import { copyForTests, findWrongFuses } from './fuses.ts'
import { identity } from './identity.ts'
import { expectPrivate, privateProfile, privateSwitches, withoutSwitches } from './private-profile.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'dist', 'installers')
/** The log and a screenshot of the window. */
const kept = join(root, 'dist', 'packed-test')
const scriptWord = 'a script ran'

/**
 * `npm run try-packed`: the unpacked program of `npm run package` as a person has it: the fuses, that it runs no
 * scripts, and, on a copy that a driver may attach to, that it starts with a profile of its own, shows the page and
 * ends. Needs Electron's program and a display.
 */
async function tryPacked(program: Program): Promise<void> {
  expect(await findWrongFuses(program.carrier)).toEqual([])
  expectNoScripts(program.file)
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept, { recursive: true })
  const home = await mkdtemp(join(tmpdir(), 'atelier-packed-'))
  const copy = await copyForTests(program)
  const log = createWriteStream(join(kept, 'log.txt'))
  try {
    const app = await electron.launch({
      executablePath: copy.file,
      args: [...privateSwitches(home), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      env: privateProfile(home),
    })
    app.process().stdout?.pipe(log, { end: false })
    app.process().stderr?.pipe(log, { end: false })
    expect(await app.evaluate(({ app }) => app.isPackaged)).toBe(true)
    // The data folder is the one above it, whatever was given as a profile.
    const profile = await app.evaluate(({ app }) => app.getPath('userData'))
    await expectPrivate(profile, home)
    expect(basename(profile)).toBe('desktop')
    const page = await app.firstWindow()
    await expect(page).toHaveTitle(identity.productName)
    expect(page.url()).toMatch(/^atelier:\/\/studio\//)
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
    await page.screenshot({ path: join(kept, 'window.png') })
    await app.close()
    process.stdout.write(`The packed program started, showed its page and ended. ${kept}\n`)
  } finally {
    log.end()
    await copy.remove()
    await rm(home, { recursive: true, force: true })
  }
}

/** The file to start, and the one that carries the fuses. */
interface Program {
  readonly file: string
  readonly carrier: string
}

function findProgram(): Program | null {
  const folders = existsSync(output) ? readdirSync(output) : []
  for (const name of folders) {
    const folder = join(output, name)
    const app = join(folder, `${identity.productName}.app`)
    const mac = join(app, 'Contents', 'MacOS', identity.productName)
    if (existsSync(mac)) return { file: mac, carrier: app }
    const plain = [`${identity.productName}.exe`, identity.executable].map((file) => join(folder, file))
    const file = plain.find((path) => existsSync(path))
    if (file) return { file, carrier: file }
  }
  return null
}

/** With the fuse off, the variable means nothing: a window would open, which is ended here. */
function expectNoScripts(file: string): void {
  const { stdout } = spawnSync(file, ['-e', `console.log('${scriptWord}')`, '--version'], {
    encoding: 'utf8',
    env: { ...withoutSwitches(), ELECTRON_RUN_AS_NODE: '1' },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  expect(stdout).not.toContain(scriptWord)
}

const program = findProgram()
if (program) await tryPacked(program)
else {
  process.stderr.write(
    `There is no packed program in ${output}: npm run package makes one where Electron is.\n`,
  )
  process.exitCode = 2
}
