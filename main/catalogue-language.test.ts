import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDescribedService, strangeDescription } from './testing/described-service.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestStudio } from './testing/test-studio.ts'

// A whole studio beside a whole service.
vi.setConfig({ testTimeout: 60_000 })

/** A language that shouts. */
const shout = (text: string) => text.toUpperCase()

test('[CAT26] another language says labels and notes of the catalogue’s own, and nothing that a service describes', async () => {
  const service = await openDescribedService({
    ...strangeDescription,
    paths: { ...strangeDescription.paths, '/generate/video/acme/lite-video': { post: {} } },
  })
  const studio = await openTestStudio({
    folder: join(temporaryFolder(), 'data'),
    service: { url: 'http://127.0.0.1:9', key: 'none' },
    serviceOverride: service.url,
    environmentKey: 'k',
    catalogueWords: (language) => (language === 'xx' ? shout : (text) => text),
  })
  await studio.call('settings.change', { modelPaths: { a1: '/generate/audio/acme/a1' } })
  async function labels() {
    const listed = await studio.call('catalog.list', {})
    if (!listed.ok) throw new Error(listed.error.message)
    const label = (id: string) => listed.value.find((model) => model.id === id)?.label
    return [label('a1'), label('lite-video'), label('acme-canvas-2')]
  }
  async function music() {
    const read = await studio.call('catalog.model', { modelId: 'a1' })
    if (!read.ok) throw new Error(read.error.message)
    return [read.value.notes[0], read.value.schema.properties?.prompt?.description]
  }
  expect(await labels()).toEqual(['A1 Music', 'Video, lite generation', 'Canvas 2'])
  const [note, explained] = await music()
  await studio.call('settings.change', { language: 'xx' })
  expect(await labels()).toEqual(['A1 MUSIC', 'VIDEO, LITE GENERATION', 'Canvas 2'])
  expect(await music()).toEqual([shout(note ?? ''), shout(explained ?? '')])

  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [crypto.randomUUID()],
    modelId: 'acme-canvas-2',
    values: { prompt: 'a quiet sea' },
    estimate: { kind: 'exact', microUsd: 20_000 },
  })
  expect(confirmed).toMatchObject({ ok: true, value: [{ modelLabel: 'Canvas 2' }] })
  await studio.close()
  await service.close()
})
