import { makeZip, predictLength } from 'client-zip'
import { reasonOf } from '../../shared/failures/reason.ts'
import type { ArchiveWriter } from '../engine/library/ports.ts'
import { ReasonError } from '../engine/reason-error.ts'

type Source = Awaited<ReturnType<Parameters<ArchiveWriter['stream']>[1]>>

const sliceBytes = 256 * 1024

/** ZIP archives of stored files, with ZIP64 where their lengths need it. */
export function createZipArchives(): ArchiveWriter {
  return {
    length: (entries) => predictLength(entries.map(({ name, bytes }) => ({ name, size: bytes }))),
    stream(entries, open) {
      let current: Source | null = null
      let isCancelled = false
      async function* contents() {
        for await (const entry of entries) {
          const file = await open(entry)
          if (isCancelled) return file.close()
          current = file
          const { name, bytes, modifiedAt } = entry
          yield { name, size: bytes, lastModified: modifiedAt, input: slicesOf(file, bytes) }
          await leave()
        }
      }

      async function leave(): Promise<void> {
        const file = current
        current = null
        await file?.close()
      }

      const reader = makeZip(contents()).getReader()
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          try {
            const { done, value } = await reader.read()
            if (done) controller.close()
            else controller.enqueue(value)
          } catch (error) {
            await leave()
            controller.error(error)
          }
        },
        async cancel(reason) {
          isCancelled = true
          // The writer leaves its input as it is.
          await reader.cancel(reason).catch(() => undefined)
          await leave()
        },
      })
    },
  }
}

async function* slicesOf(file: Source, bytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let offset = 0; offset < bytes; ) {
    const slice = await file.read(offset, Math.min(sliceBytes, bytes - offset))
    if (slice.length === 0) throw new ReasonError(reasonOf('file_changed'))
    yield slice as Uint8Array<ArrayBuffer>
    offset += slice.length
  }
}
