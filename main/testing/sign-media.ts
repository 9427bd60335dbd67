import { Buffer } from 'node:buffer'
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm'

/** A root and a certificate that it signed, made for these tests alone and valid until 2076. */
export const testRoot = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWWgAwIBAgIUSoi1xe5AUKM8u+Ga1MfLQbs/qkUwCgYIKoZIzj0EAwIw
LDESMBAGA1UEAwwJVGVzdCByb290MRYwFAYDVQQKDA1BdGVsaWVyIHRlc3RzMCAX
DTI2MTEyNzA0MTY0MFoYDzIwNzYxMTE0MDQxNjQwWjAsMRIwEAYDVQQDDAlUZXN0
IHJvb3QxFjAUBgNVBAoMDUF0ZWxpZXIgdGVzdHMwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATyjSH+rJwFlBYkFmMUiHYT7k2FBdQ7XCx+XWy+wTYfuj9sqNuzQjBx
AT9ww8XZFLREi5uacApOw9Bn1M850ef+o2MwYTAdBgNVHQ4EFgQUeugzucXlfmXx
ap8RyFK5C+n4JqIwHwYDVR0jBBgwFoAUeugzucXlfmXxap8RyFK5C+n4JqIwDwYD
VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwIDSAAwRQIh
ANi0rtwfF3wwfdFScOtHj8XsP63E5bUxzK3Vii18d0LuAiAp3W3by3BA6dEY/t1N
sUMso8zT26zrZ3Mg51AHlUDuOg==
-----END CERTIFICATE-----
`
const certificate = Buffer.from(
  'MIIB1jCCAXygAwIBAgIUKdTQNMkJR1ZY0QoDAftUgLxdrkUwCgYIKoZIzj0EAwIwLDESMBAGA1UEAwwJVGVzdCByb290MRYwFAYDVQQKDA1BdGVsaWVyIHRlc3RzMCAXDTI2MTEyNzA0MTY0MVoYDzIwNzYxMTE0MDQxNjQxWjAuMRQwEgYDVQQDDAtUZXN0IHNpZ25lcjEWMBQGA1UECgwNQXRlbGllciB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIq03kikbfoeBG4f6uuicUGoVfVy/NRL1MQcxrY+CjH8wXjTJcdmmt/opCMCxXk3VDNmYZVJfQDDqBkaf/6PiHWjeDB2MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBYGA1UdJQEB/wQMMAoGCCsGAQUFBwMEMB0GA1UdDgQWBBRyNssig+TQYev+VQ1sGJv04RGVjzAfBgNVHSMEGDAWgBR66DO5xeV+ZfFqnxHIUrkL6fgmojAKBggqhkjOPQQDAgNIADBFAiAAw5Ar3jRQV12fABCJbcKaJL83FxkkY3lqlPUihbTtcQIhAIkEdTsc1NdG5JLdfISrtgF1TQhU6e75o1ECbCbVJXp1',
  'base64',
)
const key = createPrivateKey({
  format: 'der',
  type: 'pkcs8',
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCnqTjUS3DC/uCLEBcftokEnLhZtH1wuJpCz44ZynvbahRANCAASKtN5IpG36HgRuH+rronFBqFX1cvzUS9TEHMa2Pgox/MF40yXHZprf6KQjAsV5N1QzZmGVSX0Aw6gZGn/+j4h1',
    'base64',
  ),
})

const reservedBytes = 10_000
const ai = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** Signs a file as a service would: made by a model, by “Test signer”. `manifest`: members in place of these. */
export async function signMedia(
  mediaType: string,
  bytes: Uint8Array,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<Buffer> {
  const reading = { value: FakeFileReaderSync, configurable: true }
  Object.defineProperty(globalThis, 'FileReaderSync', reading)
  try {
    initSync({
      module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))),
    })
    const action = { action: 'c2pa.created', digitalSourceType: ai, softwareAgent: { name: 'Test model' } }
    const builder = WasmBuilder.fromJson(
      JSON.stringify({
        claim_generator_info: [{ name: 'Test service', version: '1.0' }],
        assertions: [{ label: 'c2pa.actions.v2', data: { actions: [action] } }],
        ...manifest,
      }),
    )
    const signer = {
      alg: 'es256',
      reserveSize: reservedBytes,
      sign: async (claim: Uint8Array) => seal(claim),
    }
    const source = new FakeBlob(bytes) as unknown as Blob
    return Buffer.from(await builder.sign(signer, [], mediaType, source))
  } finally {
    Reflect.deleteProperty(globalThis, 'FileReaderSync')
  }
}

class FakeBlob {
  readonly bytes: Uint8Array
  readonly size: number
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.size = bytes.length
  }
  slice(from: number, to: number): FakeBlob {
    return new FakeBlob(this.bytes.subarray(from, to))
  }
}

class FakeFileReaderSync {
  readAsArrayBuffer({ bytes }: FakeBlob): ArrayBuffer {
    return new Uint8Array(bytes).buffer
  }
}

/** COSE_Sign1 (RFC 9052) over a claim, padded to the reserved bytes. */
function seal(claim: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.concat([head(5, 2), Buffer.from([1, 0x26, 0x18, 33]), byteString(certificate)])
  const signed = arrayOf(
    textString('Signature1'),
    byteString(header),
    byteString(Buffer.alloc(0)),
    byteString(claim),
  )
  const signature = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })
  const written = (padding: number) =>
    Buffer.concat([
      Buffer.from([0xd2]),
      arrayOf(
        byteString(header),
        Buffer.concat([head(5, 1), textString('pad'), byteString(Buffer.alloc(padding))]),
        Buffer.from([0xf6]),
        byteString(signature),
      ),
    ])
  return new Uint8Array(written(reservedBytes - (written(1_000).length - 1_000)))
}

/** CBOR’s head of a major type with a number below 65,536. */
function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value])
  if (value < 256) return Buffer.from([(type << 5) | 24, value])
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255])
}

function byteString(bytes: Uint8Array): Buffer {
  return Buffer.concat([head(2, bytes.length), bytes])
}

function textString(text: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
}

function arrayOf(...items: Uint8Array[]): Buffer {
  return Buffer.concat([head(4, items.length), ...items])
}
