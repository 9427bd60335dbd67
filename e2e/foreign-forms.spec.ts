import { createHash } from 'node:crypto'
import { readForm } from '../main/testing/described-service.ts'
import { sampleContainers } from '../main/testing/sample-containers.ts'
import { plainPng } from '../main/testing/sample-media.ts'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, generateButton, openAdvanced, promptOf, resultOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

const text = { type: 'string' }
const file = { ...text, contentMediaType: 'application/octet-stream' }
const media = { title: 'Media', type: 'object', properties: { url: text, weight: { type: 'number' } } }

/** As generators of descriptions write it: forms that are distinguished, a query, null beside most fields. */
const generated = {
  openapi: '3.1.0',
  paths: {
    '/generate/video/forge/motion': {
      post: {
        summary: 'Motion',
        parameters: [
          { name: 'region', in: 'query', required: true, schema: { enum: ['eu', 'us'] } },
          { name: 'shot', in: 'query', schema: { enum: [0, 1], 'x-enumNames': ['Wide', 'VeryClose'] } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Motion' } } } },
      },
    },
    '/generate/utility/forge/transform': {
      post: { summary: 'Transform', requestBody: { content: { 'application/json': { schema: media } } } },
    },
    '/generate/audio/forge/stems': {
      post: {
        summary: 'Stems',
        requestBody: {
          content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Body_stems' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Motion: {
        oneOf: [{ $ref: '#/components/schemas/FromText' }, { $ref: '#/components/schemas/FromMedia' }],
        discriminator: {
          propertyName: 'task',
          mapping: { t2v: '#/components/schemas/FromText', m2v: '#/components/schemas/FromMedia' },
        },
      },
      FromText: {
        title: 'FromText',
        type: 'object',
        required: ['task', 'prompt'],
        properties: { task: text, prompt: text, guidanceScale: { type: ['number', 'null'], maximum: 9 } },
      },
      FromMedia: {
        title: 'FromMedia',
        type: 'object',
        required: ['task', 'first'],
        properties: {
          task: text,
          first: { $ref: '#/components/schemas/Media' },
          last: { anyOf: [{ $ref: '#/components/schemas/Media' }, { type: 'null' }] },
        },
      },
      Media: media,
      Body_stems: {
        type: 'object',
        required: ['recording', 'prompt'],
        properties: {
          recording: { ...file, title: 'Recording' },
          prompt: text,
          source: { anyOf: [file, { type: 'null' }], title: 'Source' },
          references: { type: 'array', items: file, maxItems: 3 },
          look: { ...file, contentMediaType: 'application/zip', title: 'Look' },
          stems: { type: 'array', items: { enum: ['vocals', 'drums'] }, default: ['vocals'] },
          exact: { type: 'boolean' },
        },
      },
    },
  },
}

const test = testDescribed(generated)

test('[FORM70] [FORM71] [FORM343] [CAT4] a request of several forms is chosen, filled and sent with its query', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Motion')
  await page.getByRole('radio', { name: 'From media' }).click()
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  await openAdvanced(page)
  const [sendNone, add] = [
    page.getByRole('button', { name: 'Send none for Last' }),
    page.getByRole('button', { name: 'Add Last' }),
  ]
  const [left, right] = [await sendNone.boundingBox(), await add.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  await expect(page.getByRole('radio', { name: 'Very close' })).toBeVisible()
  await expectNoFindings(page, 'a form of several')

  await page.getByRole('radio', { name: 'From text' }).click()
  await expect(sendNone).toHaveCount(0)
  await promptOf(page).fill('A quiet sea')
  await generateButton(page).click()
  await expect(page.getByText('This is needed.')).toBeVisible()
  expect(described.posts).toEqual([])
  await page
    .getByRole('radio', { name: 'EU' })
    .or(page.getByRole('radio', { name: 'eu' }))
    .click()
  await generateButton(page).click()
  await expect
    .poll(() => described.posts.map(({ path, body }) => ({ path, body })))
    .toEqual([
      { path: '/generate/video/forge/motion?region=eu', body: { task: 't2v', prompt: 'A quiet sea' } },
    ])

  // What the other form doesn't have is out of its way, and here again with this one.
  await page.getByRole('radio', { name: 'From media' }).click()
  await expect(promptOf(page)).toHaveCount(0)
  await page.getByRole('radio', { name: 'From text' }).click()
  await expect(promptOf(page)).toHaveValue('A quiet sea')
})

test('[CAT101] [FORM340] [FORM341] [FORM344] an endpoint that takes a form is filled, files included, and gets it whole', async ({
  studioPage: page,
  described,
}) => {
  const field = (name: string) => page.getByRole('group', { name, exact: true })
  const choose = (name: string, ...files: (typeof heic)[]) =>
    field(name).locator('input[type=file]').first().setInputFiles(files)
  const wav = {
    name: 'choir.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from(sampleContainers['audio/wav'] ?? []),
  }
  const png = { name: 'score.png', mimeType: 'image/png', buffer: Buffer.from(plainPng()) }
  await chooseModel(page, 'Stems')
  await promptOf(page).fill('Only the choir')
  await generateButton(page).click()
  await expect(page.getByText('This is needed.')).toBeVisible()
  expect(described.posts).toEqual([])

  // Its bytes are sent: a URL has no place here.
  await expect(field('Recording').getByRole('button', { name: /^URL for/ })).toHaveCount(0)
  await choose('Recording', png)
  await expect(field('Recording')).toContainText('That is an image; this field takes an audio file.')
  await choose('Recording', wav)
  await expect(field('Recording')).toContainText('choir.wav')
  await openAdvanced(page)
  const zip = { name: 'warm look.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04look') }
  const json = { name: 'look.json', mimeType: 'application/json', buffer: Buffer.from('{"look": 1}') }
  await choose('Look', json)
  await expect(field('Look')).toContainText('look.json · 11 bytes')
  // In its place another, which is no medium either.
  await choose('Look', zip)
  await expect(field('Look')).toContainText('warm look.zip · 8 bytes')
  await expect(field('Look').getByRole('img')).toHaveCount(0)
  await choose('Recording', zip)
  await expect(field('Recording')).toContainText('This isn’t an image, video or audio file')
  await expect(field('Recording')).toContainText('choir.wav')
  await choose('Source', png)
  await expect(field('Source').getByRole('img')).toBeVisible()
  await choose('References', wav, png)
  await expect(field('References').getByRole('listitem')).toHaveCount(2)
  await expectNoFindings(page, 'a form of files')

  await generateButton(page).click()
  await expect.poll(() => described.posts.length).toBe(1)
  const [post] = described.posts
  const sent = post ? await readForm(post) : []
  const named = sent.map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name} ${value.type}`,
  ])
  expect(Object.groupBy(named, ([name = '']) => name)).toEqual({
    recording: [['recording', 'choir.wav audio/wav']],
    prompt: [['prompt', 'Only the choir']],
    source: [['source', 'score.png image/png']],
    look: [['look', 'warm look.zip application/zip']],
    references: [
      ['references', 'choir.wav audio/wav'],
      ['references', 'score.png image/png'],
    ],
  })
  const digests = sent.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.sha256]))
  expect(new Set(digests)).toEqual(
    new Set([wav, png, zip].map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'))),
  )
  expect(described.uploads).toEqual([])
})

test('[CAT35] [RUN585] what nothing in the description tells is asked once, and kept', async ({
  studioPage: page,
  studio,
}) => {
  await chooseModel(page, 'Transform')
  const asked = page.getByRole('region', { name: 'What this model makes' })
  await expect(asked).toContainText('doesn’t say what Transform makes')
  // [RUN585] It takes no prompt.
  await expect(resultOf(page)).toContainText('Fill in the form, and one click generates an image.')
  await expectNoFindings(page, 'a model whose kind is asked')
  await asked.getByRole('button', { name: 'Video' }).click()
  await expect(asked).toHaveCount(0)
  await page.close()
  await studio.stop()
  await studio.start()
  const again = await studio.open()
  await chooseModel(again, 'Transform')
  await expect(again.getByRole('combobox', { name: /^Model/ })).toContainText('Video')
  await expect(again.getByRole('region', { name: 'What this model makes' })).toHaveCount(0)
})

const image = { type: 'string', format: 'uri' }

function retouch(summary: string, description?: string) {
  const schema = {
    type: 'object',
    required: ['image_url'],
    properties: {
      image_url: { ...image, ...(description && { description }) },
      mask_image_url: { ...image, description: 'A PNG.' },
    },
  }
  return { post: { summary, requestBody: { content: { 'application/json': { schema } } } } }
}

/** Its uploads say that they take HEIC; one of its models takes other formats alone. */
const photos = {
  openapi: '3.1.0',
  paths: {
    '/assets': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
              encoding: { file: { contentType: 'image/jpeg, image/png, image/heic' } },
            },
          },
        },
      },
    },
    '/jobs/{id}': { get: {} },
    '/generate/image/darkroom/retouch': retouch('Retouch'),
    '/generate/image/darkroom/print': retouch('Print', 'A JPEG or PNG image.'),
  },
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

const ispe = box('ispe', Buffer.from('00000000' + '00000fc0' + '00000bd0', 'hex'))
const heic = {
  name: 'IMG_0412.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
    box('meta', Buffer.alloc(4), box('iprp', box('ipco', ispe))),
    box('mdat', Buffer.alloc(2_000_000, 7)),
  ]),
}

testDescribed(photos)(
  '[INP20] [INP21] [INP22] HEIC goes as it is where the service takes it, and nowhere else',
  async ({ studioPage: page, described }) => {
    const field = (name: string) => page.getByRole('group', { name, exact: true })
    const choose = (name: string) => field(name).locator('input[type=file]').first().setInputFiles(heic)
    await chooseModel(page, 'Retouch')
    await choose('Image')
    await expect(field('Image')).toContainText('IMG_0412.HEIC · HEIC · 4,032 × 3,024 · 2 MB')
    await choose('Mask image URL')
    await expect(field('Mask image URL')).toContainText('HEIC images aren’t supported.')
    await expectNoFindings(page, 'an image that the page can’t draw')

    await chooseModel(page, 'Print')
    await expect(page.getByText('This field takes no HEIC images.')).toBeVisible()
    await generateButton(page).click()
    await expect(page.getByText(/takes no HEIC images.*Nothing was sent/)).toBeVisible()
    expect([described.uploads, described.posts]).toEqual([[], []])

    await chooseModel(page, 'Retouch')
    await generateButton(page).click()
    const image_url = `${described.url}/uploaded/1`
    await expect.poll(() => described.posts.map(({ body }) => body)).toEqual([{ image_url }])
    const [upload = ''] = described.uploads
    expect(upload).toContain('filename="IMG_0412.HEIC"\r\nContent-Type: image/heic\r\n')
    expect(upload).toContain(heic.buffer.toString('latin1'))
  },
)
