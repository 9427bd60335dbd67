import { describe, expect, it } from 'vitest'
import { webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { readProof } from './read-proof.ts'

const profile = webhookProfileSchema.parse({})
const names = profile.headers
const fine = {
  [names.requestId]: 'r-1',
  [names.timestamp]: '1795344000',
  [names.signature]: Buffer.alloc(64, 1).toString('base64url'),
  [names.keyId]: 'k-1',
}

function read(headers: Readonly<Record<string, string>>) {
  return readProof(profile, { get: (name) => headers[name] ?? null }, Buffer.from('{}'))
}

it.each(Object.values(names))('[HOOK4] a line end in %s is malformed, at any position', (name) => {
  expect(read(fine).type).toBe('proof')
  const value = fine[name] ?? ''
  for (const end of ['\r', '\n', '\r\n'])
    for (const spelling of [
      `${end}${value}`,
      `${value}${end}`,
      `${value.slice(0, 2)}${end}${value.slice(2)}`,
    ])
      expect(read({ ...fine, [name]: spelling })).toEqual({
        type: 'refused',
        reason: 'header_malformed',
        detail: name,
      })
})

describe('[HOOK24] a detached JWS', () => {
  const jws = webhookProfileSchema.parse({ scheme: 'jws', message: '{id}\n{timestamp}\n{sha256}' })
  const tail = Buffer.alloc(64, 1).toString('base64url')
  const encode = (header: unknown) => Buffer.from(JSON.stringify(header)).toString('base64url')

  /** What is read of a JWS with this header; `text` is the whole of it where it is spelt otherwise. */
  function readJws(
    header: unknown,
    { keyId = 'k-1' as string | null, text = `${encode(header)}..${tail}` } = {},
  ) {
    const headers: Record<string, string> = { ...fine, [names.signature]: text }
    if (keyId === null) delete headers[names.keyId]
    return readProof(jws, { get: (name) => headers[name] ?? null }, Buffer.from('{}'))
  }

  const messageOf = (header: unknown) => {
    const read = readJws(header)
    return read.type === 'proof' ? Buffer.from(read.proof.signed).toString() : read.type
  }

  it('is over its header and the message, encoded unless the header says otherwise', () => {
    const [plain, asIs] = [{ alg: 'ES256' }, { alg: 'ES256', b64: false, crit: ['b64'] }]
    const message = messageOf(asIs).slice(encode(asIs).length + 1)
    expect(message).toMatch(/^r-1\n1795344000\n[0-9a-f]{64}$/)
    expect(messageOf(plain)).toBe(`${encode(plain)}.${Buffer.from(message).toString('base64url')}`)
    const encoded = { alg: 'ES256', b64: true, crit: ['b64'] }
    expect(messageOf(encoded)).toBe(`${encode(encoded)}.${Buffer.from(message).toString('base64url')}`)
  })

  it('names its key in its header or beside it, and never two', () => {
    const keyOf = (kid: string | undefined, keyId: string | null) => {
      const read = readJws({ alg: 'ES256', kid }, { keyId })
      return read.type === 'proof' ? read.proof.keyId : read.type
    }
    expect([
      keyOf('k-1', 'k-1'),
      keyOf('k-1', null),
      keyOf(undefined, 'k-1'),
      keyOf(undefined, null),
    ]).toEqual(['k-1', 'k-1', 'k-1', null])
    expect(keyOf('k-2', 'k-1')).toBe('refused')
  })

  it.each([
    ['another algorithm', { alg: 'none' }],
    ['b64 that is not critical', { alg: 'ES256', b64: false }],
    ['a critical b64 that is not there', { alg: 'ES256', crit: ['b64'] }],
    ['nothing that is critical', { alg: 'ES256', b64: false, crit: [] }],
    ['something else that is critical', { alg: 'ES256', b64: false, crit: ['b64', 'exp'] }],
    ['a key’s id that can’t be one', { alg: 'ES256', kid: 'k,1' }],
    ['a header that is no object', 'ES256'],
  ])('is malformed with %s', (_, header) => {
    expect(readJws(header)).toEqual({
      type: 'refused',
      reason: 'signature_malformed',
      detail: names.signature,
    })
  })

  it.each([
    ['a payload of its own', `${encode({ alg: 'ES256' })}.e30.${tail}`],
    ['a fourth part', `${encode({ alg: 'ES256' })}..${tail}.`],
    ['two parts', `${encode({ alg: 'ES256' })}.${tail}`],
    ['one part', tail],
    ['a signature that is cut', `${encode({ alg: 'ES256' })}..${tail.slice(0, 40)}`],
    ['no header', `..${tail}`],
    ['a header that is no JSON', `e30x..${tail}`],
  ])('is malformed with %s', (_, text) => {
    expect(readJws(null, { text })).toMatchObject({ reason: 'signature_malformed' })
  })
})
