/** Two channels of samples between -1 and 1. */
export interface StereoAudio {
  readonly left: Float32Array
  readonly right: Float32Array
  /** Samples per second. */
  readonly rate: number
}

const headerBytes = 44
const bytesPerFrame = 4

/** Writes an audio file as WAV: PCM, 16 bit, two channels. */
export function encodeWav({ left, right, rate }: StereoAudio): Uint8Array {
  const dataBytes = left.length * bytesPerFrame
  const wav = Buffer.alloc(headerBytes + dataBytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * bytesPerFrame, 28)
  wav.writeUInt16LE(bytesPerFrame, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(dataBytes, 40)
  for (let index = 0; index < left.length; index++) {
    wav.writeInt16LE(toInt16(left[index] as number), headerBytes + index * bytesPerFrame)
    wav.writeInt16LE(toInt16(right[index] as number), headerBytes + index * bytesPerFrame + 2)
  }
  return wav
}

function toInt16(sample: number): number {
  return Math.round(Math.min(1, Math.max(-1, sample)) * 32_767)
}
