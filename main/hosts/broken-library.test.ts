import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openOwnDatabase } from '../infra/sqlite-own-database.ts'
import { createSqliteSubmissionJournal } from '../infra/sqlite-submission-journal.ts'
import { runProgram } from '../testing/run-program.ts'
import { samplePng } from '../testing/sample-media.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const isBuilt = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'renderer', 'index.html'))
const service = ['--service', 'http://127.0.0.1:9']
const image = 'media/2026-11/2026-11-20-i3-a-quiet-sea-0123456789ab.png'

/** A data folder whose library was closed in order, with one result beside it. */
async function dataFolder(): Promise<string> {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(join(data, 'media/2026-11'), { recursive: true })
  writeFileSync(join(data, 'media/2026-11/2026-11-19-i3-x-00000000000a.png'), '')
  rmSync(join(data, 'media/2026-11/2026-11-19-i3-x-00000000000a.png'))
  const own = await openOwnDatabase({ path: join(data, 'library.sqlite'), log: createSpyLog() })
  await own.close()
  writeFileSync(join(data, image), samplePng({ bytes: 2_000 }))
  return data
}

const cli = (words: readonly string[]) => runProgram('main/hosts/cli/cli.mjs', words).ended
const start = (words: readonly string[]) =>
  runProgram('main/hosts/start.mjs', ['--browser', '--no-open', ...service, ...words])

describe.runIf(isBuilt)('[LIB39] npm start with a library that can’t be used', () => {
  test('names the command for each way out, without a stack', async () => {
    const data = await dataFolder()
    rmSync(join(data, 'library.sqlite'))
    const { code, out, err } = await start(['--data', data]).ended
    expect([code, out]).toEqual([2, ''])
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^Atelier: The library .+ is missing\. Nothing was changed, and nothing was sent\..+one of these ways:$/,
      ),
      expect.stringMatching(
        `^  npm start -- --data ${data} --rebuild-library {3}makes a new library of the file in media;`,
      ),
      expect.stringMatching(`^  npm start -- --data ${data} --new-library {7}begins anew;`),
    ])
    expect(existsSync(join(data, image))).toBe(true)
  })

  test('takes the chosen one', async () => {
    const data = await dataFolder()
    truncateSync(join(data, 'library.sqlite'), 0)
    const studio = start(['--data', data, '--rebuild-library'])
    await studio.line(/^Atelier: http/)
    await expect
      .poll(() => existsSync(join(data, image)) && readdirSync(data).includes('lost+found'))
      .toBe(false)
    studio.process.kill('SIGINT')
    expect((await studio.ended).code).toBe(0)
  })

  test('takes one at a time', async () => {
    const { code, err } = await start(['--new-library', '--rebuild-library']).ended
    expect([code, err]).toEqual([2, 'Atelier: Choose one of --rebuild-library and --new-library.\n'])
  })
})

describe('[LIB39] the command line with a library that can’t be used', () => {
  test.each([['generate', 'i3', '--set', 'prompt=x'], ['jobs'], ['job', 'x']])(
    '%s lists what can be done',
    async (...words) => {
      const data = await dataFolder()
      rmSync(join(data, 'library.sqlite'))
      const { code, out, err } = await cli([...words, ...service, '--data', data])
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(`npm run -s atelier -- repair --data ${data} --rebuild-library`)
      expect(err).not.toMatch(/\n\s+at /)
    },
  )

  test('a lost log is reported before the list is shown, and again by the next command', async () => {
    const data = await dataFolder()
    const own = await openOwnDatabase({ path: join(data, 'library.sqlite'), log: createSpyLog() })
    createSqliteSubmissionJournal(own.database).insert([sampleSubmission()])
    const killed = join(temporaryFolder(), 'data')
    cpSync(data, killed, { recursive: true, filter: (path) => !path.endsWith('-wal') })
    await own.close()
    for (const words of [['jobs'], ['job', 'x'], ['jobs'], ['generate', 'i3', '--set', 'prompt=x']]) {
      const { code, out, err } = await cli([...words, ...service, '--data', killed])
      expect([code, out, err]).toEqual([
        2,
        '',
        expect.stringMatching(/-wal is gone or was cut.+--keep-library/s),
      ])
    }
  })

  test('repair inspects it, and takes the given way out', async () => {
    const data = await dataFolder()
    expect(await cli(['repair', '--data', data])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is sound'),
    })
    renameSync(join(data, 'library.sqlite'), join(data, 'elsewhere'))
    const looked = await cli(['repair', '--json', '--data', data])
    expect([looked.code, JSON.parse(looked.out)]).toMatchObject([
      1,
      { isSound: false, waysOut: [{ option: '--rebuild-library' }, { option: '--new-library' }] },
    ])
    expect(existsSync(join(data, 'library.sqlite'))).toBe(false)
    const refused = await cli(['repair', '--restore-backup', '--data', data])
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/^Atelier: --restore-backup can’t be done here\./),
    ])
    expect(await cli(['repair', '--new-library', '--data', data])).toMatchObject({ code: 0 })
    expect(existsSync(join(data, image))).toBe(false)
    expect(readdirSync(join(data, 'set-aside'))).toHaveLength(1)
  })
})
