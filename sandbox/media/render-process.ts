import { createHash } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { renderAudio } from './audio.ts'
import { renderImage } from './image.ts'
import type { RenderOrder } from './render-order.ts'
import type { RenderResponse, RenderTask } from './render-pool.ts'
import { RenderRefusal } from './render-refusal.ts'
import { renderVideo } from './video.ts'

/**
 * Rendering has a lower priority than responding, about half the share of a core. Much lower would be none: beside six
 * busy programs, a niceness of 10 left a job unrendered for minutes.
 */
const renderNiceness = 3

function renderBytes(order: RenderOrder): Promise<Uint8Array> | Uint8Array {
  switch (order.kind) {
    case 'image':
      return renderImage(order)
    case 'video':
      return renderVideo(order)
    case 'audio':
      return renderAudio(order)
  }
}

/** Writes a file whole or not at all. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.part`
  const file = await open(partial, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

async function respond({ order, path }: RenderTask): Promise<RenderResponse> {
  try {
    const bytes = await renderBytes(order)
    await keep(path, bytes)
    return { ok: true, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (!(error instanceof RenderRefusal)) return { ok: false, reason }
    return { ok: false, reason, refusal: { code: error.code, message: error.message } }
  }
}

setPriority(renderNiceness)
process.on('message', async (task: RenderTask) => process.send?.(await respond(task)))
// The service is gone: nobody waits for the result.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
