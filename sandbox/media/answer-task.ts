import { createHash } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import type { RenderOrder } from './render-order.ts'
import type { RenderResponse, RenderTask } from './render-pool.ts'
import { RenderRefusal } from './render-refusal.ts'

/** Renders a task and keeps its file; never rejects. */
export async function answerTask(
  { order, path }: RenderTask,
  render: (order: RenderOrder) => Promise<Uint8Array> | Uint8Array,
): Promise<RenderResponse> {
  try {
    const bytes = await render(order)
    await keep(path, bytes)
    return { ok: true, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (!(error instanceof RenderRefusal)) return { ok: false, reason }
    return { ok: false, reason, refusal: { code: error.code, message: error.message } }
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
