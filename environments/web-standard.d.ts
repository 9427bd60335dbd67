/**
 * The globals that shared and main/engine may use: standard in every browser and in Node, and only the used
 * ones. No document, window, process or Buffer; no timers either (setTimeout, AbortSignal.timeout), since time
 * comes from the Clock port. Add a missing member deliberately, or do without it.
 */

declare class URL {
  constructor(url: string | URL, base?: string | URL)
  static canParse(url: string, base?: string | URL): boolean
  static parse(url: string, base?: string | URL): URL | null
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  password: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
  username: string
}

declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | readonly (readonly [string, string])[])
  append(name: string, value: string): void
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  values(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[string, string]>
}

declare class AbortSignal {
  static any(signals: readonly AbortSignal[]): AbortSignal
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
  throwIfAborted(): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class DOMException extends Error {
  constructor(message: string, name: string)
}

declare class Headers {
  constructor(init?: Headers | Readonly<Record<string, string>>)
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
}

declare class ReadableStream<T = unknown> {
  constructor(source?: {
    start?(controller: ReadableStreamDefaultController<T>): void | Promise<void>
    pull?(controller: ReadableStreamDefaultController<T>): void | Promise<void>
    cancel?(reason?: unknown): void | Promise<void>
  })
  [Symbol.asyncIterator](): AsyncIterableIterator<T>
}

interface ReadableStreamDefaultController<T> {
  enqueue(chunk: T): void
  close(): void
  error(reason?: unknown): void
}

declare class Request {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  readonly signal: AbortSignal
}

interface ResponseInit {
  readonly status?: number
  readonly headers?: Headers | Readonly<Record<string, string>>
}

declare class Response {
  static json(value: unknown, init?: ResponseInit): Response
  constructor(body?: string | Uint8Array | ReadableStream<Uint8Array> | null, init?: ResponseInit)
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean })
  decode(bytes: Uint8Array): string
}

interface CryptoKey {
  readonly type: string
  readonly extractable: boolean
}

declare const crypto: {
  readonly subtle: {
    generateKey(
      algorithm: object,
      extractable: boolean,
      usages: readonly string[],
    ): Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }>
    sign(algorithm: object, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>
  }
}
