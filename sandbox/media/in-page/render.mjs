// The entry of the bundle that renders in a page: the same scenes, encoded by the browser.
import { renderImage } from '../image.ts'
import { RenderRefusal } from '../render-refusal.ts'
import { renderVideo } from '../video.ts'

globalThis.renderMedia = (order) => (order.kind === 'video' ? renderVideo(order) : renderImage(order))

const pauseMs = 1000

/** Takes tasks from the sandbox that serves this page, one after another. */
async function work() {
  for (;;) {
    const response = await fetch('next', { method: 'POST' }).catch(() => null)
    if (response?.status === 200) await answer(await response.json())
    else if (response?.status !== 204) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function answer({ id, order }) {
  const [body, type] = await render(order)
  const headers = { 'Content-Type': type }
  await fetch(`done?id=${id}`, { method: 'POST', body, headers }).catch(() => null)
}

async function render(order) {
  try {
    return [await globalThis.renderMedia(withBytes(order)), 'application/octet-stream']
  } catch (error) {
    const refusal = error instanceof RenderRefusal ? { code: error.code, message: error.message } : undefined
    return [JSON.stringify({ reason: String(error?.stack ?? error), refusal }), 'application/json']
  }
}

function withBytes(value) {
  if (Array.isArray(value)) return value.map(withBytes)
  if (value === null || typeof value !== 'object') return value
  if (typeof value.base64 === 'string') return Uint8Array.fromBase64(value.base64)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withBytes(member)]))
}

if (location.pathname.startsWith('/__render/')) void work()
