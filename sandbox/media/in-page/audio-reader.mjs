// Stands in for ../audio-reader.ts where the page of a browser renders: the browser opens the container and decodes.
import { unreadable } from '../render-refusal.ts'
import { openElement } from './media-element.mjs'

const rate = 48_000
/** A few megabytes can hold hours of silence, and the browser decodes all of a file. */
const longestSeconds = 3600

/** As there: the first `seconds` of an audio file; mono becomes two equal channels. Rejects with RenderRefusal. */
export async function readAudio(file, seconds) {
  try {
    await checkLength(file.bytes)
    const decoded = await new OfflineAudioContext(2, 1, rate).decodeAudioData(file.bytes.slice().buffer)
    const length = Math.min(decoded.length, Math.ceil(seconds * rate))
    if (length === 0) throw new Error('It has no samples.')
    const left = decoded.getChannelData(0).slice(0, length)
    const right = decoded.numberOfChannels > 1 ? decoded.getChannelData(1).slice(0, length) : left
    return { left, right, rate }
  } catch (cause) {
    throw unreadable(file.field, 'audio', cause)
  }
}

async function checkLength(bytes) {
  const { element, until, close } = openElement('audio', bytes)
  try {
    await until('loadedmetadata')
    if (Number.isFinite(element.duration) && element.duration > longestSeconds)
      throw new Error(`It is longer than ${longestSeconds} seconds.`)
  } finally {
    close()
  }
}
