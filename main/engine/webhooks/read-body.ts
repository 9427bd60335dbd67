/** The most that a delivery may bring, in bytes. */
const maxBytes = 1024 * 1024

/** A body whole, counted while it arrives (HOOK3); what is wrong with it where it is too large or was cut. */
export async function readBody(request: Request): Promise<Uint8Array | 'too_large' | 'body_cut'> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) return 'too_large'
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      if (size > maxBytes) {
        await reader.cancel()
        return 'too_large'
      }
      chunks.push(read.value)
    }
  } catch {
    return 'body_cut'
  }
  return new Uint8Array(Buffer.concat(chunks))
}
