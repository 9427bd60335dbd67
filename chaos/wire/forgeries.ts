import { createHmac, randomBytes, sign } from 'node:crypto'
import { pick } from '../random.ts'
import { type Delivery, headerNames, headerRoles, headersOf, toDelivery } from './delivery.ts'
import type { KeyRing } from './key-ring.ts'
import { malleate, messageOf, nowInSeconds, type Signed, signDelivery } from './signed.ts'

/** A delivery that must not be accepted. */
export interface Forgery {
  readonly what: string
  /** Made when it is sent, so that only the intended fault is wrong with it. */
  make(): Delivery
}

export interface ForgeryInput {
  readonly keys: KeyRing
  /** The path that names the run. */
  readonly path: string
  readonly body: Buffer
  /** Paths of other runs. */
  readonly otherPaths: readonly string[]
  readonly random: () => number
}

type Bend = (signed: Signed) => Delivery

/** Every forged form of a delivery, by name; some are made for each byte in turn. */
export function forgeriesOf(input: ForgeryInput): Forgery[] {
  return [
    ...bentHeaders(input),
    ...bentBodies(input),
    ...wrongTimes(input),
    ...wrongForms(input),
    ...wrongKeys(input),
    ...wrongWays(input),
    ...wrongPaths(input),
    ...wrongSizes(input),
  ]
}

function genuine({ keys, path, body }: ForgeryInput): Signed {
  return signDelivery(keys.signing, { path, body })
}

/** A genuine delivery with one change. */
function bend(input: ForgeryInput, what: string, change: Bend): Forgery {
  return { what, make: () => change(genuine(input)) }
}

/** The same with a part of it replaced. */
function respell(input: ForgeryInput, what: string, change: (signed: Signed) => Partial<Signed>): Forgery {
  return bend(input, what, (signed) => toDelivery({ ...signed, ...change(signed) }))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function otherCharacter(random: () => number, old: string): string {
  return pick(
    random,
    [...alphabet].filter((letter) => letter !== old),
  )
}

/** Each header omitted, doubled, emptied, and every character of it changed, dropped and doubled. */
function bentHeaders(input: ForgeryInput): Forgery[] {
  const { random } = input
  const sample = genuine(input)
  return headerRoles.flatMap((role) => {
    const name = headerNames[role]
    const value = sample[role] ?? ''
    const without = (signed: Signed) => headersOf(signed).filter(([other]) => other !== name)
    const withValues = (values: readonly string[]) => (signed: Signed) => ({
      ...toDelivery(signed),
      headers: [...values.map((text) => [name, text] as const), ...without(signed)],
    })
    const renamed = bend(input, `${role} by another name`, (signed) => ({
      ...toDelivery(signed),
      headers: [...without(signed), [name.replace('X-Service-', ''), signed[role] ?? '']],
    }))
    const whole = [
      // Without a key id every signing key is tried, so that one is optional.
      ...(role === 'keyId' ? [] : [bend(input, `${role} left out`, withValues([])), renamed]),
      bend(input, `${role} emptied`, withValues([''])),
      bend(input, `${role} twice`, (signed) => withValues([signed[role] ?? '', signed[role] ?? ''])(signed)),
      bend(input, `another ${role} before`, (signed) => withValues(['1', signed[role] ?? ''])(signed)),
      bend(input, `another ${role} behind`, (signed) => withValues([signed[role] ?? '', '1'])(signed)),
      bend(input, `${role} in quotes`, (signed) => withValues([`"${signed[role]}"`])(signed)),
    ]
    const each = [...value].flatMap((_, at) => [
      respell(input, `${role}, character ${at} changed`, (signed) => {
        const text = signed[role] ?? ''
        return { [role]: text.slice(0, at) + otherCharacter(random, text[at] ?? '') + text.slice(at + 1) }
      }),
      respell(input, `${role}, character ${at} dropped`, (signed) => {
        const text = signed[role] ?? ''
        return { [role]: text.slice(0, at) + text.slice(at + 1) }
      }),
      respell(input, `${role}, a character put in at ${at}`, (signed) => {
        const text = signed[role] ?? ''
        return { [role]: text.slice(0, at) + otherCharacter(random, '') + text.slice(at) }
      }),
    ])
    return [...whole, ...each]
  })
}

/** Every byte of the body changed and dropped, one inserted before each, and equivalent JSON. */
function bentBodies(input: ForgeryInput): Forgery[] {
  const { body, random } = input
  const changed = (what: string, bytes: (body: Buffer) => Buffer) =>
    respell(input, what, (signed) => ({ body: bytes(signed.body) }))
  const each = [...body.keys()].flatMap((at) => [
    changed(`body, byte ${at} changed`, (bytes) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255))
      return copy
    }),
    changed(`body without byte ${at}`, (bytes) =>
      Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    ),
    changed(`body with a space before byte ${at}`, (bytes) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)]),
    ),
  ])
  return [
    ...each,
    changed('no body', () => Buffer.alloc(0)),
    changed('body twice', (bytes) => Buffer.concat([bytes, bytes])),
    changed('body with a line’s end', (bytes) => Buffer.concat([bytes, Buffer.from('\n')])),
    changed('body behind a byte order mark', (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])),
    changed('body in UTF-16', (bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  ]
}

/** Correctly signed, but for another time, or for one in an invalid form. */
function wrongTimes(input: ForgeryInput): Forgery[] {
  const { keys, path, body } = input
  const at = (spell: (now: number) => string) => () =>
    toDelivery(signDelivery(keys.signing, { path, body, timestamp: spell(nowInSeconds()) }))
  const past = [301, 302, 310, 600, 3_600, 86_400, 31_536_000]
  const ahead = [310, 320, 600, 3_600, 86_400, 31_536_000]
  const spelt: readonly ((now: number) => string)[] = [
    () => '0',
    () => '-1',
    () => '',
    () => 'NaN',
    () => 'Infinity',
    (now) => `${now}000`,
    (now) => `${now}.0`,
    (now) => `${now}.5`,
    (now) => `+${now}`,
    (now) => `-${now}`,
    (now) => `0${now}`,
    (now) => `0x${now.toString(16)}`,
    (now) => now.toExponential(),
    (now) => `${now}n`,
    (now) => new Date(now * 1000).toISOString(),
    (now) => [...String(now)].join('_'),
    (now) => `${now} ${now}`,
  ]
  return [
    ...past.map((seconds) => ({ what: `${seconds} s ago`, make: at((now) => String(now - seconds)) })),
    ...ahead.map((seconds) => ({ what: `${seconds} s ahead`, make: at((now) => String(now + seconds)) })),
    ...spelt.map((spell) => ({ what: `a time spelt ${spell(1)}`, make: at(spell) })),
  ]
}

/** Signatures in other forms, of other messages, or of no message at all. */
function wrongForms(input: ForgeryInput): Forgery[] {
  const { keys } = input
  const { privateKey, publicKey } = keys.signing
  const bytesOf = ({ signature }: Signed) => Buffer.from(signature, 'base64url')
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const over = (what: string, message: (signed: Signed) => string | Buffer, digest = 'sha256') =>
    respell(input, `a signature over ${what}`, (signed) => ({
      signature: text(
        sign(digest, Buffer.from(message(signed)), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
    }))
  const forms: readonly (readonly [string, (signed: Signed) => string])[] = [
    ['in DER', (signed) => text(sign('sha256', Buffer.from(messageOf(signed)), privateKey))],
    ['in hex', (signed) => bytesOf(signed).toString('hex')],
    ['in upper-case hex', (signed) => bytesOf(signed).toString('hex').toUpperCase()],
    ['in base64', (signed) => bytesOf(signed).toString('base64')],
    ['with padding', ({ signature }) => `${signature}==`],
    ['with 63 bytes', (signed) => text(bytesOf(signed).subarray(1))],
    ['with 65 bytes', (signed) => text(Buffer.concat([bytesOf(signed), Buffer.alloc(1)]))],
    ['with 65 bytes, zero first', (signed) => text(Buffer.concat([Buffer.alloc(1), bytesOf(signed)]))],
    ['twice', ({ signature }) => signature + signature],
    [
      's before r',
      (signed) => text(Buffer.concat([bytesOf(signed).subarray(32), bytesOf(signed).subarray(0, 32)])),
    ],
    ['r alone', (signed) => text(Buffer.concat([bytesOf(signed).subarray(0, 32), Buffer.alloc(32)]))],
    ['s alone', (signed) => text(Buffer.concat([Buffer.alloc(32), bytesOf(signed).subarray(32)]))],
    ['of zeros', () => text(Buffer.alloc(64))],
    ['of ones', () => text(Buffer.alloc(64, 0xff))],
    [
      'of the curve’s order',
      () =>
        text(
          Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.repeat(2), 'hex'),
        ),
    ],
    ['in random', () => text(randomBytes(64))],
    ['as a JWS', (signed) => `${text(Buffer.from('{"alg":"ES256"}'))}..${signed.signature}`],
    ['as a JWS by none', () => `${text(Buffer.from('{"alg":"none"}'))}..`],
    ...(['der', 'pem', 'jwk'] as const).map(
      (format) =>
        [
          `by HMAC with the public key as ${format}`,
          (signed: Signed) => {
            const secret =
              format === 'der'
                ? publicKey.export({ type: 'spki', format })
                : format === 'pem'
                  ? publicKey.export({ type: 'spki', format })
                  : JSON.stringify(publicKey.export({ format }))
            return text(createHmac('sha512', secret).update(messageOf(signed)).digest())
          },
        ] as const,
    ),
  ]
  return [
    ...forms.map(([what, form]) =>
      respell(input, `a signature ${what}`, (signed) => ({ signature: form(signed) })),
    ),
    // The last character of 64 bytes holds four unused bits.
    ...[...alphabet].map((letter) =>
      respell(input, `a signature that ends in ${letter}`, ({ signature }) => ({
        signature: signature.slice(0, -1) + (signature.endsWith(letter) ? '~' : letter),
      })),
    ),
    respell(input, 'a negated signature under a new id', (signed) => ({
      signature: malleate(signed.signature),
      requestId: crypto.randomUUID(),
    })),
    respell(input, 'a signature under a new id', () => ({ requestId: crypto.randomUUID() })),
    over('nothing', () => ''),
    over('the body', ({ body }) => body),
    over('the id and the time', ({ requestId, timestamp }) => `${requestId}\n${timestamp}\n`),
    over('the message with other ends', (signed) => messageOf(signed).replaceAll('\n', '.')),
    over('the message in upper case', (signed) => messageOf(signed).toUpperCase()),
    over('the message’s SHA-384', messageOf, 'sha384'),
    over('another body', (signed) => messageOf({ ...signed, body: Buffer.from('{}') })),
  ]
}

/** Signed with keys that are not the service's, or that it does not sign deliveries with. */
function wrongKeys(input: ForgeryInput): Forgery[] {
  const { keys, path, body } = input
  const { signing, spare, stranger, unfit } = keys
  const by = (what: string, change: () => Signed): Forgery => ({ what, make: () => toDelivery(change()) })
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    '0',
    '*',
    '..',
    '../jwks.json',
    'http://127.0.0.1:9/keys',
    '%00',
    '~',
  ]
  return [
    ...[signing, spare, ...unfit].map(({ keyId }) =>
      by(`signed by a stranger in the name of ${keyId}`, () => ({
        ...signDelivery(stranger, { path, body }),
        keyId,
      })),
    ),
    by('signed by a stranger', () => signDelivery(stranger, { path, body })),
    by('signed by a stranger without a key id', () => ({
      ...signDelivery(stranger, { path, body }),
      keyId: null,
    })),
    by('another key’s id', () => ({ ...signDelivery(signing, { path, body }), keyId: spare.keyId })),
    by('the other key by this one’s id', () => ({
      ...signDelivery(spare, { path, body }),
      keyId: signing.keyId,
    })),
    ...unfit.flatMap((key) => {
      const { privateKey, keyId } = key
      const unsigned = { path, requestId: crypto.randomUUID(), body, keyId }
      const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
      const made = (id: string | null) => () => {
        const timestamp = String(nowInSeconds())
        const message = Buffer.from(messageOf({ ...unsigned, timestamp }))
        const bytes = sign(digest, message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
        return { ...unsigned, timestamp, keyId: id, signature: bytes.toString('base64url') }
      }
      return [
        by(`signed by a published key of another kind (${privateKey.asymmetricKeyType})`, made(keyId)),
        by('signed by a published key of another kind, without its id', made(null)),
        by('signed by a published key of another kind in the right one’s name', made(signing.keyId)),
      ]
    }),
    ...odd.map((keyId) =>
      by(`the key id ${keyId}`, () => ({ ...signDelivery(signing, { path, body }), keyId })),
    ),
  ]
}

/** Correctly signed, but sent with another method. */
function wrongWays(input: ForgeryInput): Forgery[] {
  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']
  const subsets = [...Array(2 ** headerRoles.length).keys()].map((bits) =>
    headerRoles.filter((_, index) => (bits & (1 << index)) !== 0),
  )
  const needed = ['requestId', 'timestamp', 'signature'] as const
  return [
    ...methods.flatMap((method) => [
      bend(input, `by ${method}`, (signed) => ({ ...toDelivery(signed), method })),
      bend(input, `by ${method} that says it is a POST`, (signed) => ({
        ...toDelivery(signed),
        method,
        headers: [...headersOf(signed), ['X-HTTP-Method-Override', 'POST']],
      })),
    ]),
    ...subsets
      .filter((roles) => needed.some((role) => !roles.includes(role)))
      .map((roles) =>
        bend(input, `with ${roles.join(', ') || 'no header'} alone`, (signed) => ({
          ...toDelivery(signed),
          headers: headersOf(signed).filter(([name]) => roles.some((role) => headerNames[role] === name)),
        })),
      ),
    bend(input, 'with the headers behind the body', (signed) => ({
      ...toDelivery(signed),
      headers: [],
      chunked: { trailers: headersOf(signed) },
    })),
    bend(input, 'with the headers in the query', (signed) => ({
      ...toDelivery(signed),
      path: `${signed.path}?${new URLSearchParams(headersOf(signed))}`,
      headers: [],
    })),
    bend(input, 'with the headers in a cookie', (signed) => ({
      ...toDelivery(signed),
      headers: [
        [
          'Cookie',
          headersOf(signed)
            .map(([name, value]) => `${name}=${value}`)
            .join('; '),
        ],
      ],
    })),
  ]
}

/** Correctly signed, but sent to another run, or to none. */
function wrongPaths(input: ForgeryInput): Forgery[] {
  const { path, otherPaths, random } = input
  const to = (what: string, place: string) =>
    bend(input, what, (signed) => ({ ...toDelivery(signed), path: place }))
  const at = path.lastIndexOf('/') + 1
  const root = path.slice(0, at)
  const token = path.slice(at)
  const [id = '', proof = ''] = token.split('.')
  const randomProof = () => randomBytes(32).toString('base64url')
  return [
    ...otherPaths.map((other) => to('to another run', other)),
    ...[...token].map((letter, index) =>
      to(
        `a token whose character ${index} is changed`,
        root + token.slice(0, index) + otherCharacter(random, letter) + token.slice(index + 1),
      ),
    ),
    ...Array.from({ length: 100 }, () => to('a made-up proof', `${root}${id}.${randomProof()}`)),
    ...Array.from({ length: 100 }, () => to('a made-up run', `${root}${crypto.randomUUID()}.${proof}`)),
    ...Array.from({ length: 100 }, () => to('a made-up token', `${root}${randomProof()}`)),
    ...[
      '',
      id,
      `${id}.`,
      `.${proof}`,
      `${id}.${proof}.`,
      `${id}.${proof}.${proof}`,
      `${id}..${proof}`,
      `${token}%00`,
      `${token}%2f`,
      `${token}/`,
      `${token}/x`,
      `${token} `.trim().toUpperCase(),
      `%2e%2e/${id}`,
      encodeURIComponent(`${id}/${proof}`),
    ].map((text) => to('a token that is none', root + text)),
    to('no path', '/'),
    to('another root', `/hook/${token}`),
  ]
}

/** Correctly signed, but larger than 1 MiB, announced or not. */
function wrongSizes(input: ForgeryInput): Forgery[] {
  const { keys, path, body } = input
  const mebibyte = 1024 * 1024
  return [mebibyte + 1, 2 * mebibyte, 4 * mebibyte].flatMap((size) => {
    const large = Buffer.concat([body, Buffer.alloc(size - body.length, ' ')])
    const signed = () => signDelivery(keys.signing, { path, body: large })
    return [
      { what: `${size} bytes`, make: () => toDelivery(signed()) },
      {
        what: `${size} bytes unannounced`,
        make: () => ({ ...toDelivery(signed()), chunked: { trailers: [] } }),
      },
    ]
  })
}
