import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CredentialsLibrary, ManifestReading } from '../engine/metadata/ports.ts'
import { limitMemory } from './limit-wasm-memory.ts'

/** What takes longer is not read: a file of a gigabyte takes some seconds. */
const longestReadMs = 30_000
const sliceBytes = 1024 * 1024
/** 512 MiB: reading a file of 600 MB takes 40. */
const mostWasmPages = 8_192
/** A store of manifests as JSON; a real one has some kilobytes. */
const mostJsonCharacters = 8 * 1024 * 1024
/** A list of trusted signers; that of C2PA has some hundred kilobytes. */
const mostListBytes = 4 * 1024 * 1024

/** Beside this file as it is written, and beside the bundle or above its chunks. */
const workerPlaces = ['./credentials-worker.ts', './credentials-worker.js', '../credentials-worker.js']
const wasmPlaces = ['./c2pa.wasm', '../c2pa.wasm']

export interface CredentialsTask {
  readonly wasm: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  readonly bytes: number
  readonly settings: string
  /** Two numbers: whether a slice is there, and its length. */
  readonly answer: SharedArrayBuffer
  readonly slices: SharedArrayBuffer
}

export type CredentialsReply =
  | { readonly type: 'read'; readonly offset: number; readonly length: number }
  | { readonly type: 'done'; readonly json: string }
  | { readonly type: 'failed'; readonly message: string }

export interface C2paCredentialsOptions {
  /** A file of the certificates (PEM) whose signers are trusted; where there is none, no signer is. */
  readonly trustList: string
  /** Other bounds only in tests. */
  readonly longestMs?: number
  readonly mostPages?: number
}

/**
 * Reads Content Credentials with the Content Authenticity Initiative’s own library, in a thread for each file with neither
 * network nor environment and within limits of time and memory. Several wait for one another.
 */
export function createC2paCredentials({
  trustList,
  longestMs = longestReadMs,
  mostPages = mostWasmPages,
}: C2paCredentialsOptions): CredentialsLibrary {
  let last: Promise<unknown> = Promise.resolve()

  const readOne: CredentialsLibrary['read'] = async (mediaType, source) => {
    const anchors = await readList(trustList)
    const settings = {
      verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_trust: true },
      ...(anchors !== null && { trust: { trust_anchors: anchors } }),
    }
    const answer = new SharedArrayBuffer(8)
    const slices = new SharedArrayBuffer(sliceBytes)
    const task: CredentialsTask = {
      wasm: limitMemory(await readFile(wasmFile()), mostPages),
      mediaType,
      bytes: source.bytes,
      settings: JSON.stringify(settings),
      answer,
      slices,
    }
    const worker = new Worker(workerFile(), {
      workerData: task,
      // It reads no environment, so it gets no copy of ours with the person's keys; what it prints is nobody’s.
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const { promise, resolve, reject } = Promise.withResolvers<ManifestReading>()
    const timer = setTimeout(() => resolve({ type: 'unread' }), longestMs)
    worker.on('error', () => resolve({ type: 'unread' }))
    worker.on('exit', () => resolve({ type: 'unread' }))
    worker.on('message', (reply: CredentialsReply) => {
      if (reply.type === 'read')
        void source.read(reply.offset, Math.min(reply.length, sliceBytes)).then((slice) => {
          const state = new Int32Array(answer)
          new Uint8Array(slices).set(slice)
          Atomics.store(state, 1, slice.length)
          Atomics.store(state, 0, 1)
          Atomics.notify(state, 0)
        }, reject)
      else resolve(readingOf(reply, anchors !== null))
    })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }

  return {
    read(mediaType, source) {
      const reading = last.then(() => readOne(mediaType, source))
      last = reading.catch(() => undefined)
      return reading
    },
  }
}

function readingOf(
  reply: Exclude<CredentialsReply, { type: 'read' }>,
  hasTrustList: boolean,
): ManifestReading {
  if (reply.type === 'done')
    return reply.json.length > mostJsonCharacters
      ? { type: 'unread' }
      : { type: 'manifests', json: reply.json, hasTrustList }
  // Other things than Content Credentials are kept in the same boxes.
  return { type: /JumbfNotFound|NoClaim|ClaimMissing/i.test(reply.message) ? 'none' : 'unread' }
}

/** Null where there is none, or none that is a list. */
async function readList(path: string): Promise<string | null> {
  const list = await readFile(path).catch(() => null)
  if (list === null || list.length > mostListBytes) return null
  const text = list.toString('utf8')
  return text.includes('-----BEGIN CERTIFICATE-----') ? text : null
}

function workerFile(): URL {
  const found = workerPlaces.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (!found) throw new Error('credentials-worker is missing')
  return found
}

function wasmFile(): string {
  const bundled = wasmPlaces.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  return fileURLToPath(bundled ?? import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
}
