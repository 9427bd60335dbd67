import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProofChoices, ProofWords } from '../../../../shared/library/proof.ts'
import { proofChoicesSchema, proofWordsSchema, readReply } from '../../../../shared/library/proof.ts'
import { mostReplyText } from '../../../../shared/library/proof-bounds.ts'
import { writePageParts, writtenPath } from '../../../../tools/proof-page.ts'
import { createDiskExportTargets } from '../../../infra/disk-export-targets.ts'
import { createDiskFileRemover } from '../../../infra/disk-file-remover.ts'
import { createDiskLibraryFileStore } from '../../../infra/disk-library-file-store.ts'
import { createDiskUnfinishedExports } from '../../../infra/disk-unfinished-exports.ts'
import { createUuid7Ids } from '../../../infra/uuid7-ids.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { openLibrary } from '../../../testing/open-library.ts'
import { jpeg } from '../../../testing/sample-containers.ts'
import { plainPng } from '../../../testing/sample-media.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { createStoredFiles } from '../../library/stored-files.ts'
import { createCarriedFiles } from '../carried-files.ts'
import type { ExportTargets } from '../ports.ts'
import { packProof } from './pack-proof.ts'
import { proofScript, proofStyle } from './page-parts.ts'
import { proofToFolder } from './proof-to-folder.ts'
import { replyChanges } from './reply-changes.ts'

const words: ProofWords = {
  ...(Object.fromEntries(
    Object.keys(proofWordsSchema.shape).map((name) => [name, name]),
  ) as unknown as ProofWords),
  details: { name: 'Name', prompt: 'Prompt', model: 'Model', seed: 'Seed', price: 'Price' },
}

const png = Buffer.from(plainPng())

async function open(targets: ExportTargets = createDiskExportTargets()) {
  const data = temporaryFolder()
  const out = join(temporaryFolder(), 'out')
  const { saveFile, files, journal, tags } = await openLibrary(join(data, 'library.sqlite'))
  const folder = { path: data, resolve: (path: string) => resolve(data, path), release: () => undefined }
  const clock = createFakeClock()
  const fileIds = ['a secret boat', 'a second secret'].map((prompt) => {
    const fileId = saveFile({ prompt, bytes: png.length })
    const path = join(data, files.stored(fileId)?.path ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, png)
    return fileId
  })
  const reader = createDiskLibraryFileStore(folder)
  const deps = {
    ...{ clock, files, reader, targets },
    ids: createUuid7Ids(clock),
    carriedOf: createCarriedFiles({ files, journal, tags, tournaments: { scoreOf: () => null } }),
    storedFiles: createStoredFiles({ files, reader, onChanged: () => undefined }),
    unfinished: createDiskUnfinishedExports(folder),
    remover: createDiskFileRemover(folder),
    language: () => 'en',
  }
  const wanted = (change: Partial<ProofChoices> = {}) => ({
    fileIds,
    words,
    choices: proofChoicesSchema.parse({ title: 'Boats', folder: out, ...change }),
  })
  const make = (change: Partial<ProofChoices> = {}, signal = new AbortController().signal) =>
    proofToFolder(wanted(change), deps, { signal, onProgress: () => undefined })
  return { data, out, files, tags, fileIds, deps, wanted, make }
}

const copy = jpeg()

function putCopies(data: string, fileIds: readonly string[]): void {
  mkdirSync(join(data, 'proofs'), { recursive: true })
  for (const fileId of fileIds) writeFileSync(join(data, 'proofs', `${fileId}.jpg`), copy)
}

test('[EXP30] [EXP31] a proof holds smaller copies by number, its page, and nothing that was not allowed', async () => {
  const { data, out, fileIds, make } = await open()
  putCopies(data, fileIds)
  const { count, left, folder } = await make()
  expect({ count, left }).toMatchObject({ count: { done: 2, total: 2 }, left: [] })
  expect(folder).toBe(join(out, 'Boats'))
  expect(readdirSync(folder).toSorted()).toEqual(['index.html', 'media', 'thumbs'])
  expect(readdirSync(join(folder, 'media')).toSorted()).toEqual(['1.jpg', '2.jpg'])
  expect(readFileSync(join(folder, 'media', '1.jpg'))).toEqual(copy)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(html).not.toMatch(/secret/)
  expect(html).toContain('"source":"media/1.jpg"')
  // The copies have been used.
  expect(readdirSync(join(data, 'proofs'))).toEqual([])
})

test('[EXP31] an image without a smaller copy is left out rather than sent as it is; originals come by choice, with what is allowed', async () => {
  const { out, make } = await open()
  expect((await make()).left).toHaveLength(2)
  const { folder } = await make({ size: 'original', shows: ['prompt', 'seed'] })
  expect(folder).toBe(join(out, 'Boats (2)'))
  expect(readFileSync(join(folder, 'media', '1.png'))).toEqual(png)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(html).toContain('{"label":"Prompt","text":"a secret boat"}')
  expect(html).not.toContain('"label":"Price"')
})

test('[EXP32] whatever a title holds ends no element, and only the page’s own script and style are allowed', async () => {
  const { make } = await open()
  const title = '</title></script><script>alert(1)</script><img src=x onerror="alert(2)"><!--'
  const { folder } = await make({ title, size: 'original' })
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  expect(html).not.toMatch(/<img|<!--/)
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; /)
  expect(policy).not.toMatch(/unsafe|connect-src|http/)
})

test('[EXP33] a proof that was stopped has no page, and goes on in its folder', async () => {
  const { out, make, deps } = await open()
  const disk = deps.targets
  let writes = 0
  deps.targets = {
    open: async (path, key) => {
      const target = await disk.open(path, key)
      return {
        ...target,
        write(name, parts) {
          writes += 1
          if (writes === 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
          return target.write(name, parts)
        },
      }
    },
  }
  await expect(make({ size: 'original' })).rejects.toThrow('full')
  expect(readdirSync(join(out, 'Boats')).toSorted()).toEqual(['media', 'thumbs'])
  deps.targets = disk
  await make({ size: 'original' })
  expect(readdirSync(out)).toEqual(['Boats'])
  expect(readdirSync(join(out, 'Boats', 'media')).toSorted()).toEqual(['1.png', '2.png'])
  // The same again is another proof.
  await make({ size: 'original' })
  expect(readdirSync(out).toSorted()).toEqual(['Boats', 'Boats (2)'])
})

test('[EXP30] the ZIP has the same files, its page at the end, and leaves out what is gone', async () => {
  const { data, files, fileIds, deps, wanted } = await open()
  rmSync(join(data, files.stored(fileIds[1] ?? '')?.path ?? ''))
  const names: string[] = []
  for await (const entry of packProof(wanted({ size: 'original' }), deps)) {
    names.push(entry.name)
    await (await entry.open()).close()
  }
  expect(names).toEqual(['Boats/media/1.png', 'Boats/index.html'])
})

test('[EXP34] the script and the style are those of the sources', () => {
  const written = readFileSync(new URL(`../../../../${writtenPath}`, import.meta.url), 'utf8')
  for (const text of [proofScript, proofStyle]) expect(writePageParts()).toContain(JSON.stringify(text))
  expect(written).toMatch(/^\/\/ Written by/)
  expect(proofScript).not.toMatch(/^import|^export/m)
})

const reply = (files: unknown[], change = {}) =>
  JSON.stringify({
    format: 'atelier-proof-reply',
    version: 1,
    title: 'Boats',
    reviewer: 'Ann',
    at: '2026-11-20T12:00:00.000Z',
    files,
    ...change,
  })

test('[EXP36] a reply changes what the client marked; the rest stays, and a comment is added once', async () => {
  const { fileIds, files, tags } = await open()
  const [one = '', two = ''] = fileIds
  tags.setNote(one, 'for the cover', 0)
  const stranger = '01900000-0000-7000-8000-0000000000ff'
  const text = reply([
    { id: one, flag: 'pick', rating: 4, comment: ' Lovely ' },
    { id: two, flag: 'none', rating: 0, comment: '' },
    { id: stranger, flag: 'pick', rating: 5, comment: '' },
    { id: 'no id' },
  ])
  const read = replyChanges(text, { files, tags })
  expect(read).toMatchObject({
    ...{ type: 'reply', reviewer: 'Ann', same: 1, unknown: 1, unreadable: 1 },
    files: [
      {
        fileId: one,
        before: { rating: 0, flag: 'none', note: 'for the cover' },
        after: { rating: 4, flag: 'pick', note: 'for the cover\nAnn: Lovely' },
      },
    ],
  })
  tags.setNote(one, 'for the cover\nAnn: Lovely', 0)
  const again = replyChanges(reply([{ id: one, comment: 'Lovely' }]), { files, tags })
  expect(again).toMatchObject({ files: [], same: 1 })
  // One that is a part of what stands there is another.
  const shorter = replyChanges(reply([{ id: one, comment: 'Love' }]), { files, tags })
  expect(shorter).toMatchObject({ files: [{ after: { note: 'for the cover\nAnn: Lovely\nAnn: Love' } }] })
  tags.setNote(one, 'for the cover\nAnn: two\nlines\nAnn: Lovely', 0)
  const lines = replyChanges(reply([{ id: one, comment: 'two\nlines' }]), { files, tags })
  expect(lines).toMatchObject({ files: [], same: 1 })
})

test('[EXP35] a reply is found in a mail, and what is none is refused', () => {
  const id = '01900000-0000-7000-8000-00000000000a'
  const mail = `Hi,\nBoats\n1: Picked\n\n${reply([{ id, flag: 'pick', rating: 9, comment: 7 }])}\n\nAnn`
  expect(readReply(mail)).toMatchObject({
    reply: { answers: [{ id, flag: 'pick', rating: 0, comment: '' }], unreadable: 0 },
  })
  expect(readReply(reply([], { version: 2 }))).toEqual({ type: 'refused', why: 'newer' })
  expect(readReply(reply([], { files: {} }))).toEqual({ type: 'refused', why: 'no_reply' })
  expect(readReply(reply([{ id, comment: 'x'.repeat(mostReplyText) }]))).toMatchObject({ type: 'refused' })
})

test('[EXP35] no reply, whatever it holds, throws or changes a file that it doesn’t name', async () => {
  const { fileIds, files, tags } = await open()
  const entry = fc.oneof(
    fc.anything(),
    fc.record(
      { id: fc.constantFrom(...fileIds, '__proto__', 1), flag: fc.anything(), rating: fc.anything() },
      { requiredKeys: [] },
    ),
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(entry).map((some) => reply(some)),
    fc.json().map((json) => `{"format":"atelier-proof-reply",${json}`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const read = replyChanges(text, { files, tags })
      if (read.type === 'reply')
        for (const { fileId, after } of read.files) {
          expect(fileIds).toContain(fileId)
          expect(after.rating).toBeLessThanOrEqual(5)
        }
    }),
  )
})
