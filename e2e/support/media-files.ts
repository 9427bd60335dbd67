import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { sampleMedia } from '../../conformance/sample-media.ts'
import { encodeWav } from '../../sandbox/media/wav.ts'

function bytesOf(dataUri: string): Buffer {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
}

function paint(hue: number) {
  const canvas = createCanvas(320, 200)
  const context = canvas.getContext('2d')
  const sky = context.createLinearGradient(0, 0, 320, 200)
  sky.addColorStop(0, `hsl(${hue} 60% 30%)`)
  sky.addColorStop(1, `hsl(${hue + 60} 70% 70%)`)
  context.fillStyle = sky
  context.fillRect(0, 0, 320, 200)
  return canvas
}

/** Ten frames of silence, MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
function silentMp3(): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array(10).fill(frame))
}

const mp4 = bytesOf(sampleMedia.video)

/** The same video in QuickTime's own wrapping. */
function quickTime(): Buffer {
  const mov = Buffer.from(mp4)
  mov.write('qt  ', 8, 'latin1')
  return mov
}

/** A second of a tone that swells: WAV, 8 kHz, 16 bit. */
function tone(): Buffer {
  const rate = 8000
  const samples = Float32Array.from(
    { length: rate },
    (_, at) => 0.9 * Math.sin(at * 0.3) * Math.sin((at / rate) * Math.PI),
  )
  return Buffer.from(encodeWav({ left: samples, right: samples, rate }))
}

export interface MediaFiles {
  /** Where the file of this name lies. */
  path(name: string): string
  /** A real video of so many bytes: its padding is a hole on the disk and a box that players pass over. */
  video(name: string, bytes: number): string
}

/** Real files of every kind a person brings, and some that are none. */
export function makeMediaFiles(folder: string): MediaFiles {
  mkdirSync(folder, { recursive: true })
  const contents: Readonly<Record<string, Buffer>> = {
    'boat.png': paint(200).toBuffer('image/png'),
    'hill.png': paint(20).toBuffer('image/png'),
    'tree.png': paint(110).toBuffer('image/png'),
    'road.png': paint(290).toBuffer('image/png'),
    'wood.png': paint(60).toBuffer('image/png'),
    'sea.jpg': paint(230).toBuffer('image/jpeg'),
    'sky.webp': paint(260).toBuffer('image/webp'),
    'waves.mp4': mp4,
    'waves.mov': quickTime(),
    'tone.wav': tone(),
    'quiet.mp3': silentMp3(),
    'photo.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    'letter.png': Buffer.from('Dear reader, this is no image.'),
    'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>'),
    'half.jpg': paint(10).toBuffer('image/jpeg').subarray(0, 900),
    'empty.png': Buffer.alloc(0),
  }
  for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(folder, name), bytes)
  return {
    path: (name) => join(folder, name),
    video(name, bytes) {
      const padding = Buffer.alloc(8)
      padding.writeUInt32BE(bytes - mp4.length, 0)
      padding.write('free', 4, 'latin1')
      writeFileSync(join(folder, name), Buffer.concat([mp4, padding]))
      truncateSync(join(folder, name), bytes)
      return join(folder, name)
    },
  }
}
