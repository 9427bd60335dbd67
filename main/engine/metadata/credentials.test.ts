import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialsSchema } from '../../../shared/bridge/credentials-procedures.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import { jpeg, jpegSegment, sampleContainers, sourceOf, u32 } from '../../testing/sample-containers.ts'
import { readCredentials } from './credentials.ts'
import { foresee } from './embed.ts'
import type { ManifestReading } from './ports.ts'

const xml = createSaxXmlReader()
const given = { carried: sampleCarried(), credits: { writer: '', version: '1.0.0' }, size: null }
const signed = sourceOf(jpeg(jpegSegment(0xeb, 'JP', [0, 1], u32(1), 'jumb')))

/** What is said of a file whose library says this. */
async function say(reading: ManifestReading, source = signed) {
  const asked: string[] = []
  const library = {
    async read(mediaType: string) {
      asked.push(mediaType)
      return reading
    },
  }
  return { view: await readCredentials({ mediaType: 'image/jpeg', source }, { library, xml }), asked }
}

function store(active: unknown, more: Readonly<Record<string, unknown>> = {}): ManifestReading {
  const json = JSON.stringify({ active_manifest: 'a', manifests: { a: active }, ...more })
  return { type: 'manifests', json, hasTrustList: false }
}

const actions = (...all: unknown[]) => [{ label: 'c2pa.actions', data: { actions: all } }]
const type = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`

test('[C2PA3] the library is asked only of a file that has a place for Content Credentials', async () => {
  const plain = sourceOf(sampleContainers['image/jpeg'] ?? new Uint8Array())
  expect(await say({ type: 'unread' }, plain)).toEqual({ view: { state: 'none' }, asked: [] })
  expect(await say({ type: 'unread' })).toEqual({ view: { state: 'unread' }, asked: ['image/jpeg'] })
  expect((await say({ type: 'none' })).view).toEqual({ state: 'none' })
})

const naming = (place: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="${place}"/></rdf:RDF></x:xmpmeta>`

test.each([
  ['https://content.example/a.c2pa', { state: 'remote', host: 'content.example' }],
  ['http://127.0.0.1:8080/a', { state: 'remote', host: '127.0.0.1:8080' }],
  ['self#jumbf=c2pa/urn:uuid:1', { state: 'none' }],
  ['file:///etc/passwd', { state: 'none' }],
])(
  '[C2PA5] a file that names where its Content Credentials are is said to have them there: %s',
  async (place, said) => {
    const packet = jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', naming(place))
    expect(await say({ type: 'unread' }, sourceOf(jpeg(packet)))).toEqual({ view: said, asked: [] })
    const other = jpegSegment(0xeb, 'JP', [0, 1], u32(1), 'jumb')
    expect((await say({ type: 'none' }, sourceOf(jpeg(packet, other)))).view).toEqual(said)
    const source = sourceOf(jpeg(packet))
    const { hasProvenance } = await foresee({ ...given, mediaType: 'image/jpeg', source, xml })
    expect(hasProvenance).toBe(said.state === 'remote')
  },
)

test.each([
  ['changed', ['assertion.dataHash.mismatch', 'signingCredential.untrusted']],
  ['changed', ['assertion.bmffHash.mismatch']],
  ['signature', ['assertion.hashedURI.mismatch']],
  ['signature', ['claimSignature.mismatch']],
  ['certificate', ['signingCredential.expired']],
  ['other', ['signingCredential.untrusted']],
  ['other', []],
])('[C2PA4] what is not valid says why: %s', async (fault, codes) => {
  const failure = codes.map((code) => ({ code }))
  const results = { validation_state: 'Invalid', validation_results: { activeManifest: { failure } } }
  expect((await say(store({}, results))).view).toMatchObject({ verdict: 'invalid', fault })
})

test('[C2PA4] what says nothing of its validity is not called valid', async () => {
  expect((await say(store({}))).view).toMatchObject({ verdict: 'invalid', fault: 'other' })
  const valid = { validation_state: 'Valid' }
  expect((await say(store({}, valid))).view).toMatchObject({ verdict: 'valid', fault: null })
})

test.each([
  ['ai', [type('trainedAlgorithmicMedia'), type('digitalCapture')]],
  ['ai_part', [type('compositeWithTrainedAlgorithmicMedia')]],
  ['camera', [type('digitalCapture')]],
  [null, ['constructor', 7]],
])('[C2PA4] the origin is that of its actions: %s', async (origin, types) => {
  const all = types.map((digitalSourceType) => ({ action: 'c2pa.created', digitalSourceType }))
  expect((await say(store({ assertions: actions(...all) }))).view).toMatchObject({ origin })
})

test('[C2PA4] what a file was made from by AI makes it so in part', async () => {
  const parent = {
    assertions: actions({ action: 'c2pa.created', digitalSourceType: type('trainedAlgorithmicMedia') }),
  }
  const manifests = { a: { assertions: actions({ action: 'c2pa.opened' }) }, b: parent }
  expect((await say(store({}, { manifests }))).view).toMatchObject({ origin: 'ai_part' })
})

test('[C2PA4] a damaged member costs only itself; texts are on one line and short', async () => {
  const { view } = await say(
    store({
      claim_generator_info: [7, { name: 'A\u202e\nB', version: '2' }],
      assertions: [
        null,
        ...actions({ action: 7 }, { action: 'c2pa.edited', softwareAgent: 'x'.repeat(999) }),
      ],
      ingredients: [{ title: 'one.png' }, 'two'],
      signature_info: { common_name: 'S', issuer: 7, time: 'yesterday' },
    }),
  )
  expect(view).toMatchObject({
    generator: 'A B 2',
    actions: [{ action: 'c2pa.edited', tool: 'x'.repeat(200) }],
    ingredients: ['one.png'],
    signer: 'S',
    signedAt: null,
  })
})

test('[C2PA4] whatever the library says, a view comes of it that the page takes', async () => {
  const member = fc.anything({ maxDepth: 3 })
  const manifest = fc.record(
    {
      claim_generator: member,
      claim_generator_info: member,
      ingredients: fc.oneof(member, fc.array(fc.record({ title: fc.string() }), { maxLength: 30 })),
      signature_info: member,
      assertions: fc.oneof(
        member,
        fc.array(fc.record({ label: fc.constant('c2pa.actions'), data: fc.record({ actions: member }) })),
      ),
    },
    { requiredKeys: [] },
  )
  const any = fc.record(
    { active_manifest: fc.constantFrom('a', '__proto__', 7), manifests: fc.record({ a: manifest }) },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(any, member), async (value) => {
      const json =
        JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'nothing'
      const { view } = await say({ type: 'manifests', json, hasTrustList: true })
      expect(credentialsSchema.parse(view)).toEqual(view)
    }),
  )
})
