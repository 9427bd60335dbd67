// Stands in for @napi-rs/canvas where the page of a browser draws: what the sandbox uses of it.

export function createCanvas(width, height) {
  const canvas = new OffscreenCanvas(width, height)
  return Object.assign(canvas, {
    async encode() {
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return new Uint8Array(await blob.arrayBuffer())
    },
  })
}

export function loadImage(bytes) {
  return createImageBitmap(new Blob([bytes]))
}
