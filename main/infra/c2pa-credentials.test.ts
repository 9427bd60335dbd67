import { Buffer } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCredentials } from '../engine/metadata/credentials.ts'
import { pngChunk, pngWith, sampleContainers, sourceOf } from '../testing/sample-containers.ts'
import { plainPng } from '../testing/sample-media.ts'
import { signMedia, testRoot } from '../testing/sign-media.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createC2paCredentials } from './c2pa-credentials.ts'
import { limitMemory } from './limit-wasm-memory.ts'
import { createSaxXmlReader } from './sax-xml.ts'

/** Each reading compiles the library’s nine megabytes, which takes long on a busy machine. */
const longestMs = 110_000

const noList = () => join(temporaryFolder(), 'trusted-signers.pem')

function read(mediaType: string, bytes: Uint8Array, trustList = noList()) {
  const library = createC2paCredentials({ trustList, longestMs })
  return readCredentials({ mediaType, source: sourceOf(bytes) }, { library, xml: createSaxXmlReader() })
}

/** The part of WebAssembly that is used here; Node’s types leave it out. */
interface Assembly {
  compile(module: Uint8Array): Promise<object>
  instantiate(
    module: object,
    imports: object,
  ): Promise<{ readonly exports: { readonly memory: { grow(pages: number): number } } }>
  readonly Module: { imports(module: object): readonly { readonly module: string }[] }
}

const made = {
  state: 'read',
  verdict: 'valid',
  fault: null,
  isSignerChecked: false,
  signer: 'Test signer, Atelier tests',
  signedAt: null,
  generator: 'Test service 1.0',
  origin: 'ai',
  actions: [{ action: 'c2pa.created', tool: 'Test model' }],
  ingredients: [],
}

describe('[C2PA1] Content Credentials are read and validated by the Content Authenticity Initiative’s library', {
  timeout: 120_000,
}, () => {
  const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4', 'audio/wav', 'audio/mpeg']
  test.each(types)('of a signed file: %s', async (mediaType) => {
    const plain = sampleContainers[mediaType] ?? Buffer.alloc(0)
    expect(await read(mediaType, plain)).toEqual({ state: 'none' })
    expect(await read(mediaType, await signMedia(mediaType, plain))).toEqual(made)
  })

  test('a file that was changed since is not called valid, and says why', async () => {
    const signed = await signMedia('image/png', plainPng())
    signed[signed.length - 20] = (signed.at(-20) ?? 0) ^ 1
    expect(await read('image/png', signed)).toMatchObject({ verdict: 'invalid', fault: 'changed' })
  })

  test('nor is one whose record was changed', async () => {
    const signed = await signMedia('image/png', plainPng())
    const at = signed.indexOf('Test model')
    signed.write('Best model', at)
    expect(await read('image/png', signed)).toMatchObject({ verdict: 'invalid', fault: 'signature' })
  })

  test('a signer is trusted only by the person’s own list', async () => {
    const signed = await signMedia('image/png', plainPng())
    const trustList = noList()
    writeFileSync(trustList, testRoot)
    expect(await read('image/png', signed, trustList)).toEqual({
      ...made,
      verdict: 'trusted',
      isSignerChecked: true,
    })
  })
})

describe('[C2PA2] hostile bytes cost a thread’s time and memory, and no more', { timeout: 120_000 }, () => {
  test('a reading that takes too long ends, and the next one begins', async () => {
    const signed = await signMedia('image/png', plainPng())
    const library = createC2paCredentials({ trustList: noList(), longestMs: 1 })
    const reading = library.read('image/png', { bytes: signed.length, read: () => new Promise(() => {}) })
    expect(await reading).toEqual({ type: 'unread' })
    expect(
      await createC2paCredentials({ trustList: noList(), longestMs }).read('image/png', sourceOf(signed)),
    ).toMatchObject({
      type: 'manifests',
    })
  })

  test('a file that gets shorter while it is read is not read, and one that the disk refuses rejects', async () => {
    const signed = await signMedia('image/png', plainPng())
    const library = createC2paCredentials({ trustList: noList(), longestMs })
    const short = { bytes: signed.length, read: async () => Buffer.alloc(0) }
    expect(await library.read('image/png', short)).toEqual({ type: 'unread' })
    const broken = { bytes: signed.length, read: () => Promise.reject(new Error('EIO')) }
    await expect(library.read('image/png', broken)).rejects.toThrow('EIO')
  })

  test('of damaged bytes nothing false is said', async () => {
    const signed = await signMedia('image/png', plainPng())
    const damage = fc.record({ at: fc.nat(signed.length - 1), bits: fc.integer({ min: 1, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (damages) => {
        const bytes = Buffer.from(signed)
        for (const { at, bits } of damages) bytes[at] = bits
        fc.pre(!bytes.equals(signed))
        const view = await read('image/png', bytes)
        // The padding of a signature may hold anything.
        if (view.state === 'read' && view.verdict !== 'invalid') expect(view).toEqual(made)
      }),
      { numRuns: 8 },
    )
  })

  test('a reading that needs more memory than its bound ends, and is said to be unread', async () => {
    const signed = await signMedia('image/png', plainPng())
    const library = createC2paCredentials({ trustList: noList(), longestMs, mostPages: 52 })
    expect(await library.read('image/png', sourceOf(signed))).toEqual({ type: 'unread' })
  })

  test('nothing that a file names is requested', async () => {
    const requests: (string | undefined)[] = []
    const server = createServer(({ url }, response) => {
      requests.push(url)
      response.end()
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/elsewhere.c2pa`
    const packet =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="${address}"/>` +
      '</rdf:RDF></x:xmpmeta>'
    const bytes = pngWith(pngChunk('iTXt', 'XML:com.adobe.xmp', [0, 0, 0, 0, 0], packet))
    const library = createC2paCredentials({ trustList: noList(), longestMs })
    expect(await library.read('image/png', sourceOf(bytes))).not.toMatchObject({ type: 'manifests' })
    expect(requests).toEqual([])
  })

  test('the library’s memory has an upper bound, which its module has not', async () => {
    const plain = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')))
    const assembly: Assembly = Reflect.get(globalThis, 'WebAssembly')
    const limited = await assembly.compile(limitMemory(plain, 200))
    const anything = new Proxy({}, { get: () => () => undefined })
    const imports = assembly.Module.imports(limited).map(({ module }) => [module, anything])
    const { memory } = (await assembly.instantiate(limited, Object.fromEntries(imports))).exports
    expect(() => memory.grow(200)).toThrow(RangeError)
    expect(memory.grow(1)).toBeGreaterThan(0)
    expect(() => limitMemory(plain, 1)).toThrow('no memory to limit')
    expect(() => limitMemory(new Uint8Array(8), 200)).toThrow('no memory to limit')
  })
})
