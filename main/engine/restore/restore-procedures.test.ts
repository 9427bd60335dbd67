import { expect, test } from 'vitest'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { sidecarOf, withRecipe } from '../../testing/carrying-files.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import { sampleContainers } from '../../testing/sample-containers.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createRestoreProcedures } from './restore-procedures.ts'

const sha256 = 'a'.repeat(64)

async function openWith(bytes: Uint8Array | null) {
  const root = temporaryFolder()
  const folder = { path: root, resolve: (path: string) => `${root}/${path}`, release: () => undefined }
  const reader = createDiskLibraryFileStore(folder)
  if (bytes) await reader.write('inputs/one', bytes)
  const inputs = { locate: () => (bytes ? 'inputs/one' : null) }
  return createRestoreProcedures({ inputs, reader, xml: createSaxXmlReader() })
}

test('[RST20] one of the person’s own files gives its settings, and says where it has none', async () => {
  const png = sampleContainers['image/png'] ?? Buffer.alloc(0)
  const carrying = await openWith(await withRecipe(png, 'image/png', sampleCarried()))
  expect(await carrying['restore.input']({ sha256 })).toMatchObject({
    ok: true,
    value: { modelId: 'v1', carried: sampleCarried() },
  })
  expect(await (await openWith(png))['restore.input']({ sha256 })).toEqual({ ok: true, value: null })
  expect(await (await openWith(null))['restore.input']({ sha256 })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})

test('[RST20] so does a text', async () => {
  const procedures = await openWith(null)
  expect(procedures['restore.text']({ text: sidecarOf(sampleCarried()) })).toMatchObject({
    ok: true,
    value: { source: 'sidecar', values: sampleCarried().values },
  })
  expect(procedures['restore.text']({ text: 'a boat' })).toEqual({ ok: true, value: null })
})
