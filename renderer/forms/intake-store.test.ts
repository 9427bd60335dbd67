import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InputKind, MediaKind } from '../../shared/api/media.ts'
import { type InputView, inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import { inputReference } from '../../shared/form/input-reference.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { webUrl } from '../../shared/testing/web-url.ts'
import { intake as intakeWords } from '../words/en/intake.ts'
import { urlProblem, whyNotTaken } from './intake-reason.ts'
import {
  createIntake,
  type IntakePorts,
  type IntakeTarget,
  type UploadResult,
  unfinishedInput,
  wasOne,
} from './intake-store.ts'
import { type Incoming, readHovering, readTransfer, type Transfer } from './read-transfer.ts'

function shaOf(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
}

function view(name: string, kind: InputKind, more: Partial<InputView> = {}): InputView {
  const measures = { width: 4, height: 3, durationSeconds: null }
  return {
    sha256: shaOf(name),
    kind,
    mediaType: `${kind}/x`,
    bytes: 3,
    name,
    ...measures,
    madeHere: null,
    ...more,
  }
}

/** A file's type follows from its name here; `not-…` is refused. */
function kindOfName(name: string): MediaKind {
  return name.endsWith('.mp4') ? 'video' : name.endsWith('.wav') ? 'audio' : 'image'
}

function open(ports: Partial<IntakePorts> = {}) {
  const uploads: string[] = []
  const intake = createIntake({
    async upload(file, { onProgress }) {
      uploads.push(file.name)
      onProgress(file.size)
      if (file.name.startsWith('not-')) return { ok: false, code: 'unknown_kind' }
      return { ok: true, value: view(file.name, kindOfName(file.name)) }
    },
    fromLibrary: async (fileId) => ({ ok: true, value: view(fileId, 'image') }),
    describe: async () => [],
    remember: () => () => () => undefined,
    takePrompt: () => false,
    makeOne: () => wasOne,
    carriedBy: async () => null,
    listLibrary: async () => ({ ok: true, value: { items: [], nextCursor: null } }),
    ...ports,
  })
  return { intake, uploads, state: intake.store.getState }
}

interface Field {
  readonly values: string[]
  readonly target: IntakeTarget
}

function field(
  intake: ReturnType<typeof createIntake>,
  id: string,
  kind: FieldMedium,
  maximum: number | null = 1,
): Field {
  const values: string[] = []
  const many = maximum !== 1
  function target(): IntakeTarget {
    const room = !many ? 1 : maximum === null ? null : maximum - values.length
    return {
      id,
      name: id,
      label: id,
      kind,
      many,
      urlMaxLength: 1024,
      takesHeic: id.startsWith('heic'),
      room,
      isFilled: values.length > 0,
      take(taken) {
        if (!many) values.length = 0
        values.push(...taken)
        intake.update(target())
      },
    }
  }
  intake.register(target())
  return { values, target: target() }
}

function fileOf(name: string, type = '', size = 3): Incoming {
  const file = new File(['abc'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return { type: 'file', file }
}

const reference = (name: string) => inputReference(shaOf(name))

describe('files added to a field', () => {
  it('are processed one after another, in their order', async () => {
    const { intake } = open()
    const images = field(intake, 'images', 'image', 9)
    await intake.bring('images', [
      fileOf('a.png'),
      { type: 'url', url: 'https://a.example/b.png' },
      { type: 'library', fileId: 'c' },
    ])
    expect(images.values).toEqual([reference('a.png'), 'https://a.example/b.png', reference('c')])
  })

  it('are accepted as far as there is room, and the others are named', async () => {
    const { intake, uploads, state } = open()
    const images = field(intake, 'images', 'image', 2)
    await intake.bring(
      'images',
      ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => fileOf(name)),
    )
    expect([images.values, uploads]).toEqual([
      [reference('a.png'), reference('b.png')],
      ['a.png', 'b.png'],
    ])
    expect(state().refusals.images).toEqual([
      { name: '', reason: { code: 'left_out', names: ['c.png', 'd.png'], room: 2 } },
    ])
  })

  it('leave the room of refused files to those that follow', async () => {
    const { intake, state } = open()
    const images = field(intake, 'images', 'image', 2)
    const names = ['not-a.png', 'b.png', 'clip.mp4', 'd.png', 'e.png']
    await intake.bring(
      'images',
      names.map((name) => fileOf(name)),
    )
    expect(images.values).toEqual([reference('b.png'), reference('d.png')])
    expect(state().refusals.images).toEqual([
      { name: 'not-a.png', reason: { code: 'unknown_kind' } },
      { name: 'clip.mp4', reason: { code: 'wrong_kind', got: 'video', wanted: 'image' } },
      { name: '', reason: { code: 'left_out', names: ['e.png'], room: 2 } },
    ])
  })

  it('are checked by their content, not by their names', async () => {
    const { intake, state } = open()
    const images = field(intake, 'images', 'image', 9)
    await intake.bring('images', [fileOf('waves.mp4', 'image/png'), fileOf('not-a.png', 'image/png')])
    expect(images.values).toEqual([])
    expect(state().refusals.images).toEqual([
      { name: 'waves.mp4', reason: { code: 'wrong_kind', got: 'video', wanted: 'image' } },
      { name: 'not-a.png', reason: { code: 'unknown_kind' } },
    ])
  })

  it.each([
    ['empty_file', 0],
    ['too_large', inputMaxBytes + 1],
  ])('are refused as %s by their size alone, before a byte is sent', async (code, size) => {
    const { intake, uploads, state } = open()
    field(intake, 'image', 'image')
    await intake.bring('image', [fileOf('a.png', 'image/png', size)])
    expect([uploads, state().refusals.image]).toEqual([[], [{ name: 'a.png', reason: { code } }]])
  })

  it('[FORM401] are not sent to the web where the field takes no URL', async () => {
    const { intake, state } = open()
    const own = field(intake, 'image', 'image')
    intake.update({ ...own.target, isFileOnly: true })
    await intake.bring('image', [fileOf('a.png', 'image/png', inputMaxBytes + 1)])
    const [refusal] = state().refusals.image ?? []
    expect(refusal?.reason).toEqual({ code: 'too_large', isFileOnly: true })
    const said = intakeWords.reason({ code: 'too_large', isFileOnly: true })
    expect([said.includes('URL'), intakeWords.reason({ code: 'too_large' }).includes('URL')]).toEqual([
      false,
      true,
    ])
  })

  describe('[FORM400] of two quick additions', () => {
    const url = 'https://a.example/b.png'

    it.each([{ type: 'library', fileId: 'c' } as const, fileOf('slow.png')])(
      'to a field of one the later stays, and the earlier is not read on',
      async (slow) => {
        const read = Promise.withResolvers<void>()
        let isAborted = false
        const later = async (name: string) => {
          await read.promise
          return { ok: true, value: view(name, 'image') } as const
        }
        const { intake, state } = open({
          upload(file, { signal }) {
            signal.addEventListener('abort', () => {
              isAborted = true
            })
            return later(file.name)
          },
          fromLibrary: later,
        })
        const image = field(intake, 'image', 'image')
        const first = intake.bring('image', [slow])
        await intake.bring('image', [{ type: 'url', url: 'no URL' }])
        expect(isAborted).toBe(false)
        await intake.bring('image', [{ type: 'url', url }])
        expect(isAborted).toBe(slow.type === 'file')
        read.resolve()
        await first
        expect([image.values, state().refusals.image, state().receiving]).toEqual([[url], [], 0])
      },
    )

    it('to a list none is lost, and none is more than it takes', async () => {
      const { intake, state } = open()
      const taken: string[] = []
      // A list that is drawn anew only later.
      intake.register({
        ...field(intake, 'other', 'image').target,
        ...{ id: 'images', kind: 'image', many: true, room: 3 },
        take: (values) => taken.push(...values),
      })
      const names = ['a.png', 'b.png', 'c.png', 'd.png']
      await Promise.all([
        intake.bring(
          'images',
          names.slice(0, 2).map((name) => fileOf(name)),
        ),
        intake.bring(
          'images',
          names.slice(2).map((name) => fileOf(name)),
        ),
      ])
      expect(taken.toSorted()).toHaveLength(3)
      expect(state().refusals.images).toMatchObject([{ reason: { code: 'left_out' } }])
    })
  })

  it('can be canceled while they are read, and leave nothing', async () => {
    const { intake, state } = open({
      upload: (_file, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ ok: false, code: 'disconnected' })),
        ),
    })
    const image = field(intake, 'image', 'image')
    const bringing = intake.bring('image', [fileOf('a.png')])
    expect(state().pending).toMatchObject([{ targetId: 'image', name: 'a.png', sentBytes: 0 }])
    intake.cancel(state().pending[0]?.id ?? 0)
    await bringing
    expect([state().pending, state().refusals.image, image.values]).toEqual([[], [], []])
  })

  it('[INP22] are kept as HEIC for the fields that take it, and reach no other', async () => {
    const asked: boolean[] = []
    const { intake, state } = open({
      async upload(file, { takesHeic }) {
        asked.push(takesHeic)
        if (!takesHeic) return { ok: false, code: 'heic' }
        return { ok: true, value: view(file.name, 'image', { mediaType: 'image/heic' }) }
      },
    })
    const plain = field(intake, 'plain', 'image')
    await intake.bring('plain', [fileOf('a.heic')])
    await intake.offer([fileOf('a.heic')])
    expect(asked).toEqual([false, false])
    const taking = field(intake, 'heic', 'image')
    await intake.bring('heic', [fileOf('b.heic')])
    await intake.offer([fileOf('c.heic')])
    intake.place('plain')
    expect(asked).toEqual([false, false, true, true])
    expect([plain.values, taking.values]).toEqual([[], [reference('c.heic')]])
    expect(state().refusals.plain).toEqual([{ name: 'a.heic', reason: { code: 'heic' } }])
  })

  it('[FORM344] are kept whatever they are for the field that takes any, and reach no other', async () => {
    const asked: boolean[] = []
    const read: string[] = []
    const { intake, state } = open({
      async upload(file, { takesAny }) {
        asked.push(takesAny)
        if (!takesAny) return { ok: false, code: 'unknown_kind' }
        return { ok: true, value: view(file.name, 'other') }
      },
      async carriedBy(sha256) {
        read.push(sha256)
        return null
      },
    })
    const image = field(intake, 'image', 'image')
    const any = field(intake, 'any', 'any')
    await intake.bring('image', [fileOf('a.zip')])
    await intake.bring('any', [fileOf('a.zip')])
    expect(asked).toEqual([false, false])
    const look = field(intake, 'look', 'file')
    // Only one field takes it, wherever it is dropped; a text is a part like any.
    await intake.offer([fileOf('b.zip')])
    expect([state().offer, look.values]).toEqual([null, [reference('b.zip')]])
    await intake.bring('look', [fileOf('c.json', 'application/json')])
    intake.closeOffer()
    expect([image.values, any.values, look.values]).toEqual([[], [], [reference('c.json')]])
    expect([asked.slice(2), read]).toEqual([[true, true], []])
    expect(whyNotTaken(image.target, { kind: 'other' })).toEqual({ code: 'unknown_kind' })
  })

  it('wait for a choice where their field has gone meanwhile', async () => {
    const response = Promise.withResolvers<void>()
    const { intake, state } = open({
      async upload(file) {
        await response.promise
        return { ok: true, value: view(file.name, 'image') }
      },
    })
    const target = field(intake, 'first', 'image').target
    const leave = intake.register({ ...target, id: 'going' })
    const bringing = intake.bring('going', [fileOf('a.png')])
    leave()
    response.resolve()
    await bringing
    expect(state().offer).toEqual([{ value: reference('a.png'), name: 'a.png', kind: 'image' }])
  })

  it('replace another file', async () => {
    const { intake } = open()
    const images = field(intake, 'images', 'image', 1)
    const replaced: string[] = []
    await intake.bring('images', [fileOf('a.png'), fileOf('b.png')], (value) => replaced.push(value))
    expect([replaced, images.values]).toEqual([[reference('a.png')], []])
  })

  it('[NOTE80] say which run they came from, where Atelier made them, once each time they are added', async () => {
    const madeHere = { fileId: 'f', submissionId: 's' }
    const { intake, state } = open({
      upload: async (file) => ({ ok: true, value: view(file.name, 'image', { madeHere }) }),
    })
    field(intake, 'images', 'image', null)
    let said = 0
    intake.store.subscribe(({ madeHere: now }, { madeHere: before }) => {
      if (now !== before && now !== null) said += 1
    })
    await intake.bring('images', [fileOf('a.png'), fileOf('b.png')])
    expect([state().madeHere?.madeHere, said]).toEqual([madeHere, 1])
    intake.dismissMadeHere()
    expect(state().madeHere).toBeNull()
    await intake.bring('images', [fileOf('a.png')])
    expect([state().madeHere?.madeHere, said]).toEqual([madeHere, 2])
    intake.dismissMadeHere()
    // Where several fields accept it, the dialog names them.
    field(intake, 'start_image', 'image')
    await intake.offer([fileOf('a.png')])
    expect([state().offer?.length, state().madeHere?.madeHere]).toEqual([1, madeHere])
  })
})

describe('files added to no field', () => {
  it('are put in the only field that accepts them', async () => {
    const { intake, state } = open()
    const image = field(intake, 'image', 'image')
    field(intake, 'video', 'video')
    await intake.offer([fileOf('a.png', 'image/png')])
    expect([image.values, state().offer]).toEqual([[reference('a.png')], null])
  })

  it('wait for a choice where several fields accept them, and are then added as far as they fit', async () => {
    const { intake, state } = open()
    const start = field(intake, 'start', 'image')
    field(intake, 'end', 'image')
    await intake.offer([fileOf('a.png', 'image/png'), fileOf('b.png', 'image/png')])
    expect(state().offer?.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
    intake.place('start')
    expect([start.values, state().offer, state().refusals.start]).toEqual([
      [reference('a.png')],
      null,
      [{ name: '', reason: { code: 'left_out', names: ['b.png'], room: 1 } }],
    ])
  })

  it('of another kind than the chosen field accepts leave their room to the others', async () => {
    const { intake, state } = open()
    const start = field(intake, 'start', 'image')
    field(intake, 'video', 'video')
    await intake.offer([fileOf('clip.mp4', 'video/mp4'), fileOf('a.png', 'image/png')])
    intake.place('start')
    expect([start.values, state().refusals.start]).toEqual([
      [reference('a.png')],
      [{ name: 'clip.mp4', reason: { code: 'wrong_kind', got: 'video', wanted: 'image' } }],
    ])
  })

  it('are each put in a field of its own, those of one list together and in their order', async () => {
    const { intake, state } = open()
    const takes: (readonly string[])[] = []
    const start = field(intake, 'start', 'image')
    const video = field(intake, 'video', 'video')
    const list = field(intake, 'list', 'image', 9).target
    intake.update({ ...list, take: (values) => takes.push(values) })
    await intake.offer(['a.png', 'b.png', 'clip.mp4', 'c.png', 'd.png'].map((name) => fileOf(name)))
    intake.placeEach(['list', 'start', 'video', null, 'list'])
    expect([start.values, video.values, takes]).toEqual([
      [reference('b.png')],
      [reference('clip.mp4')],
      [[reference('a.png'), reference('d.png')]],
    ])
    expect([state().offer, state().refusals.list]).toEqual([null, []])
  })

  it('say how many more are still to come, none once the question is closed', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const left = [...gates]
    const { intake, state } = open({
      async upload(file) {
        await left.shift()?.promise
        return { ok: true, value: view(file.name, 'image') }
      },
    })
    const offering = intake.offer([fileOf('a.png'), fileOf('b.png')])
    expect(state().toCome).toBe(2)
    gates[0]?.resolve()
    await expect.poll(() => state().toCome).toBe(1)
    intake.closeOffer()
    gates[1]?.resolve()
    await offering
    expect([state().toCome, state().offer]).toEqual([0, null])
  })

  it('wait where no field accepts them, for a model that does', async () => {
    const { intake, state } = open()
    await intake.offer([fileOf('a.png', 'image/png')])
    expect(state().offer).toHaveLength(1)
    const image = field(intake, 'image', 'image')
    intake.place('image')
    expect([image.values, state().offer]).toEqual([[reference('a.png')], null])
  })

  it('are put in the one matching field once a form appears after them', async () => {
    const { intake, state } = open()
    await intake.offer([fileOf('a.png')])
    expect(state().offer).toHaveLength(1)
    const images = field(intake, 'images', 'image', 9)
    field(intake, 'video', 'video')
    intake.fieldsShown()
    expect([images.values, state().offer]).toEqual([[reference('a.png')], null])
  })

  it('still wait for a choice where the new form has several', async () => {
    const { intake, state } = open()
    await intake.offer([fileOf('a.png')])
    const fields = ['start', 'end'].map((id) => field(intake, id, 'image'))
    intake.fieldsShown()
    expect([fields.flatMap(({ values }) => values), state().offer]).toEqual([[], [expect.anything()]])
  })

  it('are dropped when the person closes the question', async () => {
    const { intake, state } = open()
    await intake.offer([fileOf('a.png')])
    intake.closeOffer()
    expect(state().offer).toBeNull()
  })
})

describe('the content of a drop or a paste', () => {
  const origin = 'http://127.0.0.1:4100'
  const fileId = '0199a4d2-7b1c-7c3e-8f00-665544332211'
  function transfer(data: Record<string, string>, files: File[] = []): Transfer {
    return { files, items: [], getData: (type) => data[type] ?? '' }
  }

  it('is the medium itself where it comes from Atelier’s own pages', () => {
    const list = `${origin}/media/posters/${fileId}`
    expect(readTransfer(transfer({ 'text/uri-list': list }, [new File([], 'x.jpg')]), origin)).toEqual([
      { type: 'library', fileId },
    ])
    expect(
      readTransfer(transfer({ 'text/uri-list': `https://evil.example/media/files/${fileId}` }), origin),
    ).toEqual([{ type: 'url', url: `https://evil.example/media/files/${fileId}` }])
  })

  it('is files before anything else', () => {
    const file = new File([], 'x.png')
    expect(readTransfer(transfer({ 'text/plain': 'https://a.example/' }, [file]), origin)).toEqual([
      { type: 'file', file },
    ])
  })

  it('is every URL of a list, without its comments', () => {
    const list = '# from a browser\r\nhttps://a.example/1.png\r\nhttps://a.example/2.png'
    expect(
      readTransfer(transfer({ 'text/uri-list': list }), origin).map(
        (thing) => thing.type === 'url' && thing.url,
      ),
    ).toEqual(['https://a.example/1.png', 'https://a.example/2.png'])
  })

  it('is empty where nothing is in it', () => {
    expect(readTransfer(transfer({}), origin)).toEqual([])
  })

  it.each([
    [['Files'], ['image/png', 'image/jpeg'], { files: 2, kinds: ['image'] }],
    [['Files'], ['image/png', ''], { files: 2, kinds: [] }],
    [['Files'], ['application/pdf'], { files: 1, kinds: [] }],
    [['text/html', 'Files'], ['image/png'], { files: null, kinds: ['image'] }],
    [['text/uri-list', 'text/html'], [], { files: null, kinds: [] }],
    [['text/plain'], [], null],
    [['application/x-atelier-tile'], [], null],
  ])('during a drag: %j of %j is %j', (types, mediaTypes, expected) => {
    const items = mediaTypes.map((type) => ({ kind: 'file', type })) as unknown as DataTransferItemList
    expect(readHovering({ types, items })).toEqual(expected)
  })
})

describe('a URL', () => {
  it.each([
    ['https://a.example/x.png', null],
    ['HTTP://a.example', null],
    [`https://a.example/${'x'.repeat(1006)}`, null],
    [`https://a.example/${'x'.repeat(1007)}`, 'url_too_long'],
    ['a.example/x.png', 'not_a_url'],
    ['https://a b', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://me:secret@a.example/x.png', 'not_a_url'],
    ['https://me@a.example/x.png', 'not_a_url'],
    ['https://a.example/@x.png', null],
    ['https://256.256.256.256/x.png', 'not_a_url'],
    ['javascript:alert(1)', 'not_a_url'],
    ['data:image/png;base64,AAAA', 'inside_a_page'],
    ['blob:https://a.example/1', 'inside_a_page'],
  ])('%s: %s', (url, code) => {
    expect(urlProblem(url, 1024)?.code ?? null).toBe(code)
  })

  it('[FORM43] has a longest length only where the model states one', () => {
    const long = `https://a.example/${'a'.repeat(3000)}`
    expect([urlProblem(long, null), urlProblem(long, 1024)?.code]).toEqual([null, 'url_too_long'])
  })

  it('is accepted or refused with a reason, whatever is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), webUrl), (text) => {
        const problem = urlProblem(text, 1024)
        expect(problem === null || intakeWords.reason(problem) !== '').toBe(true)
      }),
    )
  })
})

describe('[FORM45] what is not in the form yet', () => {
  it('is a file while it is read, from the disk or from the library', async () => {
    const { promise, resolve } = Promise.withResolvers<UploadResult>()
    const { intake, state } = open({ upload: () => promise, fromLibrary: () => promise })
    field(intake, 'start', 'image')
    field(intake, 'end', 'image')
    expect(unfinishedInput(state())).toBeNull()
    const first = intake.bring('start', [{ type: 'file', file: new File(['abc'], 'a.png') }])
    const second = intake.bring('end', [{ type: 'library', fileId: 'b' }])
    expect(unfinishedInput(state())).toBe('reading')
    resolve({ ok: false, code: 'gone' })
    await Promise.all([first, second])
    expect(unfinishedInput(state())).toBeNull()
  })

  it('is a URL that was left as none, until it is mended or dropped', () => {
    const { intake, state } = open()
    intake.leaveUrl('start', true)
    intake.leaveUrl('start', true)
    intake.leaveUrl('end', true)
    expect(unfinishedInput(state())).toBe('url')
    intake.leaveUrl('start', false)
    intake.leaveUrl('end', false)
    expect(unfinishedInput(state())).toBeNull()
  })
})
