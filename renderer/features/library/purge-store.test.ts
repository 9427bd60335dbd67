import { expect, it } from 'vitest'
import { mostFilesOfChange } from '../../../shared/bridge/change-bounds.ts'
import { mostNamedKept } from '../../../shared/bridge/trash-procedures.ts'
import { createFixtureStudio, done, failed } from '../../testing/fixture-studio.ts'
import { createPurgeStore } from './purge-store.ts'

const until = '2026-11-20T12:00:00.000Z'
const many = Array.from({ length: mostFilesOfChange + 1 }, (_, at) => `file-${at}`)

function open() {
  const studio = createFixtureStudio()
  return { studio, purge: createPurgeStore(studio.bridge) }
}

it('counts and deletes many files in calls of what one takes, as one', async () => {
  const { studio, purge } = open()
  studio.respond({
    'library.trashSum': ({ fileIds = [] }) => done({ files: fileIds.length, bytes: 10, until }),
    'library.purge': (input) => {
      const fileIds = 'fileIds' in input ? input.fileIds : []
      const names = Array.from({ length: mostNamedKept }, (_, at) => `${fileIds[0]} ${at}`)
      return done({ files: fileIds.length - 1, bytes: 5, left: 1, kept: { count: 4, names } })
    },
  })
  expect(await purge.ask(many)).toBeNull()
  expect(purge.store.getState().sum).toEqual({ files: many.length, bytes: 20, until })
  const deleting = purge.purge()
  expect(purge.store.getState().isBusy).toBe(true)
  const result = await deleting
  expect(result).toMatchObject({ ok: true, value: { files: many.length - 2, left: 2, kept: { count: 8 } } })
  if (result?.ok) expect(result.value.kept.names).toHaveLength(mostNamedKept)
  expect(purge.store.getState().isBusy).toBe(false)
})

it('empties the trash as it was when it was counted', async () => {
  const { studio, purge } = open()
  const purged: unknown[] = []
  studio.respond({
    'library.trashSum': () => done({ files: 3, bytes: 9, until }),
    'library.purge': (input) => {
      purged.push(input)
      return done({ files: 3, bytes: 9, left: 0, kept: { count: 0, names: [] } })
    },
  })
  await purge.ask('all')
  await purge.purge()
  expect(purged).toEqual([{ until }])
})

it('deletes nothing before it is counted, nor where nothing is left', async () => {
  const { studio, purge } = open()
  studio.respond({ 'library.trashSum': () => done({ files: 0, bytes: 0, until: null }) })
  expect(await purge.purge()).toBeNull()
  await purge.ask('all')
  expect(await purge.purge()).toBeNull()
})

it('a count that comes after another question is dropped, and so is its failure', async () => {
  const { studio, purge } = open()
  const counts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  studio.respond({
    'library.trashSum': async ({ fileIds: [fileId] = [] }) => {
      await counts[fileId === 'slow' ? 0 : 1]?.promise
      return fileId === 'slow' ? done({ files: 9, bytes: 9, until }) : failed({ code: 'storage_failed' })
    },
  })
  const slow = purge.ask(['slow'])
  const lost = purge.ask(['lost'])
  const closed = purge.ask(null)
  for (const { resolve } of counts) resolve()
  expect(await Promise.all([slow, lost, closed])).toEqual([null, null, null])
  expect(purge.store.getState()).toEqual({ asked: null, sum: null, isBusy: false })
  expect(await purge.ask(['lost'])).toMatchObject({ code: 'storage_failed' })
})
