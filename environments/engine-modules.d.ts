/**
 * The Node modules that the engine may import: computation only, no I/O; and of each module only the used part.
 */

declare module 'node:buffer' {
  type Encoding = 'utf8' | 'latin1' | 'base64' | 'base64url' | 'hex'

  class Buffer extends Uint8Array<ArrayBuffer> {
    static alloc(length: number): Buffer
    static concat(parts: readonly Uint8Array[]): Buffer
    static from(text: string, encoding?: Encoding): Buffer
    static from(bytes: Uint8Array | readonly number[]): Buffer
    static from(bytes: ArrayBufferLike, offset?: number, length?: number): Buffer
    equals(other: Uint8Array): boolean
    includes(value: string | number | Uint8Array, from?: number): boolean
    indexOf(value: string | number | Uint8Array, from?: number): number
    readBigUInt64BE(offset?: number): bigint
    readUInt16BE(offset?: number): number
    readUInt16LE(offset?: number): number
    readUInt32BE(offset?: number): number
    readUInt32LE(offset?: number): number
    readUIntBE(offset: number, length: number): number
    readUIntLE(offset: number, length: number): number
    subarray(start?: number, end?: number): Buffer
    toString(encoding?: Encoding, start?: number, end?: number): string
  }
}

declare module 'node:crypto' {
  import type { Buffer } from 'node:buffer'

  type Digest = 'hex' | 'base64url'

  interface Hash {
    update(data: string | Uint8Array): Hash
    digest(): Buffer
    digest(encoding: Digest): string
  }

  class KeyObject {
    readonly type: string
    static from(key: CryptoKey): KeyObject
  }

  function createHash(algorithm: 'sha256' | 'md5'): Hash
  function createHmac(algorithm: 'sha256', key: KeyObject): Hash
  function createSecretKey(key: string | Uint8Array, encoding?: Digest): KeyObject
  function hash(algorithm: 'sha256', data: string | Uint8Array, encoding?: Digest): string
  function timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean
  function verify(
    algorithm: 'sha256',
    data: Uint8Array,
    key: KeyObject,
    signature: Uint8Array,
    callback: (error: Error | null, isSound: boolean) => void,
  ): void
}

declare module 'node:util' {
  function isDeepStrictEqual(left: unknown, right: unknown): boolean
}
