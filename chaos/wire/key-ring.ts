import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Signer } from './signed.ts'

interface Key extends Signer {
  readonly publicKey: KeyObject
}

/** Every kind of key that a service may publish besides its signing keys. */
export interface KeyRing {
  /** The service's current signing key. */
  readonly signing: Key
  /** Published for signing as well. */
  readonly spare: Key
  /** Not published. */
  readonly stranger: Key
  /** Published, but not to sign ES256 with. */
  readonly unfit: readonly Key[]
  /** The content of `/.well-known/jwks.json`. */
  readonly published: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  /** From now on the service signs with a new key, which is published with the others. */
  rotate(): void
}

export function createKeyRing(): KeyRing {
  let signing = ellipticKey('P-256')
  const spare = ellipticKey('P-256')
  const sealing = ellipticKey('P-256')
  const otherCurves = [ellipticKey('P-384'), ellipticKey('secp256k1')]
  const edwards = keyOf(generateKeyPairSync('ed25519'))
  const rsa = keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const forSigning = [signing, spare]
  return {
    get signing() {
      return signing
    },
    spare,
    stranger: ellipticKey('P-256'),
    unfit: [sealing, ...otherCurves, edwards, rsa],
    get published() {
      return {
        keys: [
          ...forSigning.map((key) => ({ ...publish(key), alg: 'ES256', use: 'sig' })),
          { ...publish(sealing), use: 'enc' },
          ...[...otherCurves, edwards, rsa].map((key) => ({ ...publish(key), use: 'sig' })),
        ],
      }
    },
    rotate() {
      signing = ellipticKey('P-256')
      forSigning.push(signing)
    },
  }
}

function ellipticKey(namedCurve: string): Key {
  return keyOf(generateKeyPairSync('ec', { namedCurve }))
}

function keyOf(pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): Key {
  return { ...pair, keyId: crypto.randomUUID() }
}

function publish({ publicKey, keyId }: Key): Record<string, unknown> {
  return { ...publicKey.export({ format: 'jwk' }), kid: keyId }
}
