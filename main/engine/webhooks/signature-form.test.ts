import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeSignature, encodeSignature } from './signature-form.ts'
import { composeMessage } from './signed-message.ts'

const forms = (['raw', 'der'] as const).flatMap((form) =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) => ({ form, encoding })),
)
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it.each(forms)('any r and s, short ones too, survive $form in $encoding', (form) => {
  const integer = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .chain((bytes) =>
      fc.nat(31).map((zeros) => Buffer.concat([Buffer.alloc(zeros), Buffer.from(bytes).subarray(zeros)])),
    )
  fc.assert(
    fc.property(integer, integer, (r, s) => {
      const raw = Buffer.concat([r, s])
      expect(decodeSignature(encodeSignature(raw, form), form)).toEqual(raw)
    }),
  )
})

it.each(forms)('r and s of zero, and of one digit, survive $form in $encoding', (form) => {
  for (const [r, s] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [0x80, 0x7f],
  ] as const) {
    const raw = Buffer.alloc(64)
    raw[31] = r
    raw[63] = s
    expect(decodeSignature(encodeSignature(raw, form), form)).toEqual(raw)
  }
})

it('OpenSSL’s DER is read, and written again byte for byte', () => {
  for (let round = 0; round < 200; round += 1) {
    const der = sign('sha256', Buffer.from(String(round)), privateKey).toString('base64')
    const raw = decodeSignature(der, { form: 'der', encoding: 'base64' })
    expect(raw && encodeSignature(raw, { form: 'der', encoding: 'base64' })).toBe(der)
  }
})

it('[HOOK4] a signature has one encoding: bytes read are bytes written, in every form', () => {
  for (const form of forms) {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.uint8Array().map((b) => Buffer.from(b).toString('hex')),
        ),
        (text) => {
          const raw = decodeSignature(text, form)
          if (raw) expect(encodeSignature(raw, form)).toBe(text)
        },
      ),
      { numRuns: 300 },
    )
  }
})

const one = '01'.repeat(32)

it.each([
  ['one', '01', '01'],
  ['zero', '00', '00'],
  ['the least with a high bit', '80', '0080'],
])('an r of %s has its one encoding in DER', (_, digit, digits) => {
  const length = digits.length / 2
  const der = `30${(36 + length).toString(16)}020${length}${digits}0220${one}`
  const raw = decodeSignature(der, { form: 'der', encoding: 'hex' })
  expect(raw?.toString('hex')).toBe(`${digit.padStart(64, '0')}${one}`)
})

it.each([
  ['a short integer filled up with zeros', `3044022000${'01'.repeat(31)}0220${one}`],
  ['an integer with a needless zero', `3046022100${one}022100${one}`],
  ['a negative integer', `30440220${'81'.repeat(32)}0220${one}`],
  ['an integer too long', `3046022101${one}022101${one}`],
  ['an empty integer', `302402000220${one}`],
  ['a length in long form', `3081440220${one}0220${one}`],
  ['something behind it', `30440220${one}0220${one}00`],
  ['a sequence longer than its integers', `30450220${one}0220${one}`],
  ['an r that is no integer', `30440320${one}0220${one}`],
  ['an s that is no integer', `30440220${one}0320${one}`],
  ['an r that ends behind it', `30440280${one}0220${one}`],
  ['an s that ends behind it', `30440220${one}0221${one}`],
  ['nothing but its head', '3000'],
  ['a third integer', `30470220${one}0220${one}020101`],
  ['another tag', `31440220${one}0220${one}`],
  ['nothing', ''],
])('[HOOK4] DER with %s is refused', (_, hex) => {
  expect(decodeSignature(hex, { form: 'der', encoding: 'hex' })).toBeNull()
})

it.each([
  ['base64url', (text: string) => `${text}=`],
  ['base64url', (text: string) => `${text}==`],
  ['base64url', (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'h'}`],
  ['base64url', (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')],
  ['base64url', (text: string) => `${text.slice(0, 40)} ${text.slice(40)}`],
  ['base64', (text: string) => text.replace(/=+$/, '')],
  ['base64', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
  ['hex', (text: string) => text.toUpperCase()],
  ['hex', (text: string) => `${text}zz`],
] as const)('[HOOK4] the same bytes encoded differently in %s are refused (%#)', (encoding, respell) => {
  // Holds every pair of letters in which the two alphabets differ, and its last character leaves bits unused.
  const raw = Buffer.concat([Buffer.from('fbefbeffffff', 'hex'), Buffer.alloc(57, 0xfa), Buffer.from([0x10])])
  const form = { encoding, form: 'raw' } as const
  const text = encodeSignature(raw, form)
  expect(decodeSignature(text, form)).toEqual(raw)
  expect(Buffer.from(respell(text), encoding)).toEqual(raw)
  expect(decodeSignature(respell(text), form)).toBeNull()
})

it('a message holds the body’s own bytes, and inserted values are not expanded again', () => {
  const parts = { requestId: '{body}', timestamp: '7', body: Buffer.from([0xff, 0x7b]) }
  expect(composeMessage('{id}.{timestamp}.{body}|{id}', parts)).toEqual(
    Buffer.concat([Buffer.from('{body}.7.'), Buffer.from([0xff, 0x7b]), Buffer.from('|{body}')]),
  )
})

it.each([0, 1, 32, 63, 65, 70, 128])('[HOOK4] r and s in %i bytes are no signature', (length) => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    const text = Buffer.alloc(length, 7).toString(encoding)
    expect(decodeSignature(text, { encoding, form: 'raw' })).toBeNull()
  }
})
