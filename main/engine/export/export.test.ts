import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { mostTagsCarried } from '../../../shared/library/carried.ts'
import { type ExportChoices, exportChoicesSchema } from '../../../shared/library/export-choices.ts'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { createDiskExportTargets } from '../../infra/disk-export-targets.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { readRestoredFile } from '../../infra/disk-restored-file.ts'
import { createDiskUnfinishedExports } from '../../infra/disk-unfinished-exports.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import { pngChunk, pngWith } from '../../testing/sample-containers.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createStoredFiles } from '../library/stored-files.ts'
import { createCarriedFiles } from './carried-files.ts'
import { exportName } from './export-name.ts'
import { exportToFolder, type FolderExportDeps, givenUp } from './export-to-folder.ts'
import { planExport } from './plan-export.ts'
import type { ExportTarget, ExportTargets } from './ports.ts'

// Copies are flushed to the disk, file and folder, and other programs read them: all wait for a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('[EXP1] a name', () => {
  const nameOf = (template: string, changes = {}, collection = 'Boats') =>
    exportName(template, {
      carried: sampleCarried(changes),
      number: 7,
      total: 120,
      collection,
      extension: '.png',
    })

  test('is made by the template', () => {
    expect(nameOf('{date}_{model}_{prompt}_{seed}_{n}_{collection}_{rating}')).toBe(
      '2026-11-20_V1 Flagship_A boat <at> dawn & “fog” 漢字_42_007_Boats_4.png',
    )
    expect(nameOf('{constructor} {n}')).toBe('{constructor} 007.png')
  })

  test('has no gap for what a file doesn’t have, and is never empty', () => {
    expect(nameOf('{date}-{seed}-{rating}-x', { values: {}, rating: 0 })).toBe('2026-11-20-x.png')
    expect(nameOf('{seed}', { values: {} })).toBe('file.png')
    expect(nameOf('- {collection} -', {}, '')).toBe('file.png')
    expect(nameOf('{prompt} - {seed}', { prompt: 'Waiting ...', values: {} })).toBe('Waiting.png')
    expect(nameOf('{model} {n}', { modelId: 'unknown', modelLabel: 'unknown' })).toBe('007.png')
  })

  test('[EXP430] ends a prompt that is cut with a word', () => {
    const prompt = 'perfume bottle on marble, blue palette, studio lighting, seamless backdrop'
    expect(nameOf('{prompt}', { prompt })).toBe('perfume bottle on marble, blue palette, studio lighting.png')
    expect(nameOf('{prompt}', { prompt: '!'.repeat(80) })).toBe(`${'!'.repeat(60)}.png`)
  })
})

const pathSigns = /[<>:"/\\|?*\p{Cc}\p{Cs}\u202e]/u
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\..*)?$/i

test('[EXP2] [EXP3] whatever template, prompts and folder, names are safe, short and each there once', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.constantFrom(
      'con',
      'COM¹',
      '..',
      'a.',
      '🎨'.repeat(90),
      'e\u0301'.repeat(200),
      '\u202egnp.exe',
      'x'.repeat(500),
    ),
  )
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      text,
      fc.array(text),
      (prompts, template, there) => {
        const plan = planExport(
          {
            fileIds: prompts.map((_, index) => String(index)),
            collection: '',
            choices: exportChoicesSchema.parse({ template: `${template}{prompt}`.slice(0, 200) || 'x' }),
          },
          there,
          0,
          {
            files: { stored: () => ({ name: 'a.png' }) as never },
            carriedOf: (fileId) => sampleCarried({ prompt: prompts[Number(fileId)] ?? '' }),
          },
        )
        const names = plan.files.map(({ name }) => name)
        const folded = (name: string) => name.normalize('NFC').toLowerCase()
        expect(new Set([...names, ...there].map(folded)).size).toBe(
          names.length + new Set(there.map(folded)).size,
        )
        for (const name of names) {
          expect(pathSigns.test(name) || reserved.test(name) || /[. ]$|^\./.test(name)).toBe(false)
          expect(Buffer.byteLength(`${name}.xmp`)).toBeLessThanOrEqual(255)
        }
      },
    ),
    { numRuns: 60 },
  )
})

/** A program of the machine, which may be missing. */
const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0

const signed = pngWith(pngChunk('caBX', 'jumb'))

async function open() {
  const data = temporaryFolder()
  const out = join(temporaryFolder(), 'out')
  const library = await openLibrary(join(data, 'library.sqlite'))
  const folder = { path: data, resolve: (path: string) => resolve(data, path), release: () => undefined }
  const { files, journal, tags } = library

  /** A saved file with these bytes on the disk. */
  function add(prompt: string, bytes: Uint8Array = pngWith()): string {
    const fileId = library.saveFile({ prompt })
    const path = files.stored(fileId)?.path ?? ''
    mkdirSync(dirname(join(data, path)), { recursive: true })
    writeFileSync(join(data, path), bytes)
    library.database.prepare('UPDATE files SET bytes = ? WHERE file_id = ?').run(bytes.length, fileId)
    return fileId
  }

  const deps: FolderExportDeps = {
    clock: createFakeClock(),
    files,
    carriedOf: createCarriedFiles({ files, journal, tags, tournaments: { scoreOf: () => 80 } }),
    storedFiles: createStoredFiles({
      files,
      reader: createDiskLibraryFileStore(folder),
      onChanged: () => undefined,
    }),
    xml: createSaxXmlReader(),
    version: '1.2.3',
    targets: createDiskExportTargets(),
    unfinished: createDiskUnfinishedExports(folder),
  }

  function run(
    fileIds: readonly string[],
    choices: Partial<ExportChoices> = {},
    more: Partial<FolderExportDeps> = {},
    signal = new AbortController().signal,
  ) {
    return exportToFolder(
      {
        fileIds,
        collection: '',
        choices: exportChoicesSchema.parse({ folder: out, template: '{prompt}', ...choices }),
      },
      { ...deps, ...more },
      { signal, onProgress: () => undefined },
    )
  }
  return {
    data,
    out,
    add,
    run,
    tags,
    deps,
    pathOf: (fileId: string) => join(data, files.stored(fileId)?.path ?? ''),
  }
}

test('[EXP4] [EXP7] copies carry the recipe, and the library’s files stay', async () => {
  const { out, add, run, pathOf } = await open()
  const sea = add('a quiet sea')
  const before = readFileSync(pathOf(sea))
  const { files, left } = await run([sea])
  expect(files).toEqual([{ fileId: sea, path: join(out, 'a quiet sea.png') }])
  expect(left).toEqual([])
  expect(readdirSync(out)).toEqual(['a quiet sea.png'])
  expect(await readRestoredFile(join(out, 'a quiet sea.png'))).toMatchObject({
    source: 'atelier',
    carried: { fileId: sea, prompt: 'a quiet sea' },
  })
  expect(readFileSync(pathOf(sea)).equals(before)).toBe(true)
  await run([sea], { metadata: 'unchanged' })
  expect(readFileSync(join(out, 'a quiet sea (2).png')).equals(before)).toBe(true)
})

test('[EXP3] nothing in the folder is overwritten, also what arrives meanwhile', async () => {
  const { out, add, run } = await open()
  const [one, two] = [add('Sea'), add('sea')]
  mkdirSync(out)
  writeFileSync(join(out, 'SEA.png.xmp'), 'theirs')
  const { files } = await run([one, two], { metadata: 'sidecar' })
  expect(files.map(({ path }) => path)).toEqual([join(out, 'Sea (2).png'), join(out, 'sea (3).png')])
  expect(readFileSync(join(out, 'SEA.png.xmp'), 'utf8')).toBe('theirs')
  const targets = createDiskExportTargets()
  const third = add('fox')
  await run(
    [third],
    {},
    {
      targets: {
        async open(folder, key) {
          const target = await targets.open(folder, key)
          const names = await target.names()
          writeFileSync(join(out, 'fox.png'), 'theirs')
          return { ...target, names: async () => names }
        },
      },
    },
  )
  expect(readFileSync(join(out, 'fox.png'), 'utf8')).toBe('theirs')
  expect(existsSync(join(out, 'fox (2).png'))).toBe(true)
})

/** A target at which the process ends, as far as the export can see, in the middle of so many files. */
function dyingTargets(after: number) {
  const targets = createDiskExportTargets()
  let writes = 0
  return {
    async open(folder: string, key: string): Promise<ExportTarget> {
      const target = await targets.open(folder, key)
      return {
        ...target,
        async write(name, parts) {
          writes += 1
          if (writes <= after) return target.write(name, parts)
          writeFileSync(join(folder, `.atelier-export-${key}.part`), 'half')
          throw new Error('killed')
        },
      }
    },
  }
}

test('[EXP5] one that was killed anywhere continues, and leaves nothing half', async () => {
  for (const after of [0, 1, 2, 3]) {
    const { out, data, add, run } = await open()
    const ids = [add('one'), add('two')]
    await expect(run(ids, { metadata: 'sidecar' }, { targets: dyingTargets(after) })).rejects.toThrow(
      'killed',
    )
    const before = readdirSync(out).filter((name) => name.endsWith('.png'))
    const times = before.map((name) => statSync(join(out, name)).mtimeMs)
    const { files, count } = await run(ids, { metadata: 'sidecar' })
    expect(files.map(({ fileId }) => fileId)).toEqual(ids)
    expect(count).toMatchObject({ done: 2, total: 2, sidecars: 2 })
    expect(before.map((name) => statSync(join(out, name)).mtimeMs)).toEqual(times)
    expect(readdirSync(out).toSorted()).toEqual(['one.png', 'one.png.xmp', 'two.png', 'two.png.xmp'])
    expect(readdirSync(join(data, 'exports'))).toEqual([])
  }
})

test('[EXP6] Content Credentials are kept unless the person says otherwise', async () => {
  const { out, add, run } = await open()
  const file = add('signed', signed)
  await run([file])
  expect(readFileSync(join(out, 'signed.png')).equals(signed)).toBe(true)
  expect(await readRestoredFile(join(out, 'signed.png'))).toMatchObject({ source: 'sidecar' })
  await run([file], { provenance: 'embed' })
  expect(await readRestoredFile(join(out, 'signed (2).png'))).toMatchObject({ source: 'atelier' })
})

test('[EXP4] a link that lies under the temporary name is never written through', async () => {
  const { out, data, add, run } = await open()
  const theirs = join(data, 'theirs')
  writeFileSync(theirs, 'theirs')
  const targets = createDiskExportTargets()
  const linking: ExportTargets = {
    async open(folder, key) {
      const target = await targets.open(folder, key)
      return {
        ...target,
        async sweep() {
          await target.sweep()
          symlinkSync(theirs, join(folder, `.atelier-export-${key}.part`))
        },
      }
    },
  }
  await expect(run([add('sea')], {}, { targets: linking })).rejects.toThrow('EEXIST')
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  expect(readdirSync(out).filter((name) => name.endsWith('.png'))).toEqual([])
})

test('[EXP8] [EXP42] what is missing is named and not counted, and a folder that refuses is said', async () => {
  const { out, data, add, run, pathOf } = await open()
  const [here, gone] = [add('here'), add('gone')]
  writeFileSync(pathOf(gone), 'short')
  const leftOut = { files: [{ fileId: here }], left: [{ fileId: gone }] }
  expect(await run([here, gone])).toMatchObject({ ...leftOut, count: { done: 2, total: 2, written: 1 } })
  // Now it is known before anything is written.
  expect(await run([here, gone], { folder: join(data, 'again') })).toMatchObject({
    ...leftOut,
    count: { done: 1, total: 1, written: 1 },
  })
  writeFileSync(join(data, 'file'), '')
  await expect(run([here], { folder: join(data, 'file', 'in') })).rejects.toThrow('no_folder')
  await expect(run([here], { folder: 'relative' })).rejects.toThrow('relative')
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const targets = createDiskExportTargets()
  await expect(
    run(
      [add('more')],
      {},
      {
        targets: {
          open: async (...given) => ({
            ...(await targets.open(...given)),
            write: () => Promise.reject(full),
          }),
        },
      },
    ),
  ).rejects.toBe(full)
  expect(readdirSync(out)).toEqual(['here.png'])
})

test('[EXP15] what was tagged and noted goes along, and comes back', async () => {
  const { out, add, run, tags } = await open()
  const [sea, plain] = [add('sea'), add('plain')]
  tags.change([
    { name: 'Küste', fileIds: [sea], isOn: true },
    { name: 'ink & "gold"', fileIds: [sea], isOn: true },
  ])
  tags.setNote(sea, 'For the <cover>\nof May', 1)
  for (const metadata of ['embed', 'sidecar'] as const) await run([sea, plain], { metadata })
  const marks = { tags: ['ink & "gold"', 'Küste'], note: 'For the <cover>\nof May' }
  for (const name of ['sea.png', 'sea (2).png', 'sea (2).png.xmp'])
    expect(await readRestoredFile(join(out, name))).toMatchObject({ ...marks, carried: marks })
  expect(await readRestoredFile(join(out, 'plain.png'))).toMatchObject({ tags: [], note: '' })
})

test('[EXP15] more tags than a file carries cost only what is too much', async () => {
  const { out, add, run, tags } = await open()
  const sea = add('sea')
  const names = Array.from({ length: mostTagsCarried + 1 }, (_, index) => String(index).padStart(5, '0'))
  tags.change(names.map((name) => ({ name, fileIds: [sea], isOn: true })))
  await run([sea])
  expect(await readRestoredFile(join(out, 'sea.png'))).toMatchObject({
    tags: names.slice(0, mostTagsCarried),
    carried: { tags: names.slice(0, mostTagsCarried) },
  })
})

test.skipIf(!hasExiftool)('[EXP15] exiftool reads the tags and the note of the library', async () => {
  const { out, add, run, tags } = await open()
  const sea = add('sea')
  tags.change([{ name: 'Küste', fileIds: [sea], isOn: true }])
  tags.setNote(sea, 'For the cover', 1)
  await run([sea])
  const read = execFileSync('exiftool', ['-json', '-XMP:all', join(out, 'sea.png')])
  expect(JSON.parse(read.toString())).toMatchObject([{ Subject: 'Küste', Note: 'For the cover' }])
})

test('[EXP9] a canceled one writes no further file, and continues unless it was given up', async () => {
  for (const reason of [givenUp, undefined]) {
    const { out, data, add, run } = await open()
    const stop = new AbortController()
    const ids = [add('one'), add('two'), add('three')]
    const targets = createDiskExportTargets()
    const stopping: ExportTargets = {
      async open(...given) {
        const target = await targets.open(...given)
        return {
          ...target,
          async write(name, parts) {
            const done = await target.write(name, parts)
            stop.abort(reason)
            return done
          },
        }
      },
    }
    const result = await run(ids, {}, { targets: stopping }, stop.signal)
    expect(result.files).toHaveLength(1)
    expect(readdirSync(out)).toEqual(['one.png'])
    expect(readdirSync(join(data, 'exports'))).toHaveLength(reason === givenUp ? 0 : 1)
    await run(ids)
    const again = reason === givenUp ? ['one (2).png'] : []
    expect(readdirSync(out).toSorted()).toEqual([...again, 'one.png', 'three.png', 'two.png'])
    expect(readdirSync(join(data, 'exports'))).toEqual([])
  }
})
