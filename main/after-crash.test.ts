import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestService, openTestStudio, type TestStudio } from './testing/test-studio.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const unlisted: Estimate = { kind: 'unlisted' }

async function open() {
  const folder = temporaryFolder()
  const service = await openTestService()
  onTestFinished(() => service.close())

  const start = (): Promise<TestStudio> => openTestStudio({ folder, service })

  /** A run whose file was downloaded, by the file's path and digest; the studio is closed after it. */
  async function bringHome() {
    const studio = await start()
    const submissionId = crypto.randomUUID()
    const values = { prompt: 'a quiet sea at dusk' }
    await studio.call('jobs.confirm', {
      submissionIds: [submissionId],
      modelId: 'i3',
      values,
      estimate: unlisted,
    })
    const { files } = await studio.until(submissionId, isHome)
    const fileId = files[0]?.fileId ?? ''
    const path = join(folder, studio.studio.pathOf(fileId))
    await studio.close()
    return { submissionId, fileId, path, digest: digestOf(path) }
  }

  /** As if the process had crashed, with the library in this state. */
  function leaveAmidWork(sql: string): void {
    const connection = new DatabaseSync(join(folder, 'library.sqlite'))
    connection.exec(sql)
    connection.close()
    rmSync(join(folder, 'library.sqlite.mark'))
  }
  return { service, start, bringHome, leaveAmidWork }
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

test('[LIB23] a file that was complete before its row was written is in the library after the next start, and is not fetched again', async () => {
  const { start, bringHome, leaveAmidWork } = await open()
  const { submissionId, fileId, path } = await bringHome()
  const before = statSync(path)
  leaveAmidWork(`
    UPDATE files SET state = 'waiting', path = NULL, media_type = NULL, bytes = 0, sha256 = NULL, saved_at = NULL,
      name = substr(name, 1, length(name) - 4)`)
  const studio = await start()
  await studio.until(submissionId, isHome)
  const listed = await studio.call('library.list', { filter: 'quiet' })
  expect(listed.ok && listed.value.items.map((item) => item.fileId)).toEqual([fileId])
  expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([before.ino, before.mtimeMs])
  await studio.close()
})

test('[LIB22] a file lost in a crash is fetched again after the next start, without a second charge', async () => {
  const { service, start, bringHome, leaveAmidWork } = await open()
  const { submissionId, path, digest } = await bringHome()
  rmSync(path)
  leaveAmidWork('')
  const studio = await start()
  await studio.until(submissionId, isHome)
  expect([digestOf(path), service.posts.length]).toEqual([digest, 1])
  await studio.close()
})

test('[LIB22] a file that was removed while Atelier was closed says so, and is fetched again when the person chooses to', async () => {
  const { start, bringHome } = await open()
  const { submissionId, fileId, path, digest } = await bringHome()
  rmSync(path)
  const studio = await start()
  const said = await studio.until(submissionId, ({ files }) => files[0]?.state === 'failed')
  expect(said.files[0]?.failure).toEqual({ code: 'file_gone' })
  await studio.call('library.fetchAgain', { fileId })
  await studio.until(submissionId, isHome)
  expect(digestOf(path)).toBe(digest)
  await studio.close()
})
