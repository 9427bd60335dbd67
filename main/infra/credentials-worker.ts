import { parentPort, workerData } from 'node:worker_threads'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import type { CredentialsReply, CredentialsTask } from './c2pa-credentials.ts'

// The thread of c2pa-credentials.ts: it reads one file, in slices that the main side hands over, and ends.

const { wasm, mediaType, bytes, settings, answer, slices } = workerData as CredentialsTask
const state = new Int32Array(answer)
const slice = new Uint8Array(slices)

/** A part of the file, in the few members of a Blob that the library uses. */
class FilePart {
  readonly from: number
  readonly size: number
  constructor(from: number, to: number) {
    this.from = from
    this.size = Math.max(0, to - from)
  }
  slice(from = 0, to = this.size): FilePart {
    const end = Math.min(to, this.size)
    return new FilePart(this.from + Math.min(from, end), this.from + end)
  }
}

/** Waits for the main side, which reads the file. */
function fill(target: Uint8Array, from: number): void {
  for (let at = 0; at < target.length; ) {
    const length = Math.min(slice.length, target.length - at)
    Atomics.store(state, 0, 0)
    parentPort?.postMessage({ type: 'read', offset: from + at, length } satisfies CredentialsReply)
    Atomics.wait(state, 0, 0)
    const got = Atomics.load(state, 1)
    if (got <= 0) throw new Error('file too short')
    target.set(slice.subarray(0, got), at)
    at += got
  }
}

Object.assign(globalThis, {
  FileReaderSync: class {
    readAsArrayBuffer({ from, size }: FilePart): ArrayBuffer {
      const target = new Uint8Array(size)
      fill(target, from)
      return target.buffer
    }
  },
  // Nothing that a file names is requested.
  fetch: () => Promise.reject(new Error('no network')),
})

async function read(): Promise<CredentialsReply> {
  try {
    initSync({ module: wasm })
    const reader = await WasmReader.fromBlob(mediaType, new FilePart(0, bytes) as unknown as Blob, settings)
    return { type: 'done', json: reader.json() }
  } catch (error) {
    return { type: 'failed', message: String(error) }
  }
}

parentPort?.postMessage(await read())
