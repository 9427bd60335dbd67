import type { StereoAudio } from '../wav.ts'

/** Lengths of the echoing loops in seconds: without common divisors, so that no echo stands out. */
const combSeconds = [0.0297, 0.0371, 0.0411, 0.0437]
const diffuserSeconds = [0.005, 0.0017]
/** The right channel's loops are this much longer, which widens the room. */
const spread = 0.00052

/** Adds reverb; `wet` is its share. */
export function addRoom(audio: StereoAudio, wet: number, decay: number): void {
  addRoomTo(audio.left, audio.rate, { wet, decay, offset: 0 })
  addRoomTo(audio.right, audio.rate, { wet, decay, offset: spread })
}

interface RoomSide {
  readonly wet: number
  readonly decay: number
  readonly offset: number
}

function addRoomTo(samples: Float32Array, rate: number, { wet, decay, offset }: RoomSide): void {
  const echo = new Float32Array(samples.length)
  for (const seconds of combSeconds) addComb(samples, echo, Math.round((seconds + offset) * rate), decay)
  for (const seconds of diffuserSeconds) diffuse(echo, Math.round((seconds + offset) * rate))
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (samples[index] as number) + ((echo[index] as number) / combSeconds.length) * wet
  }
}

/** An echo that repeats and loses its treble on the way. */
function addComb(input: Float32Array, output: Float32Array, delay: number, decay: number): void {
  const loop = new Float32Array(delay)
  let dull = 0
  let place = 0
  for (let index = 0; index < input.length; index++) {
    const returned = loop[place] as number
    dull = returned * 0.72 + dull * 0.28
    loop[place] = (input[index] as number) + dull * decay
    output[index] = (output[index] as number) + returned
    place = place + 1 === delay ? 0 : place + 1
  }
}

function diffuse(samples: Float32Array, delay: number): void {
  const loop = new Float32Array(delay)
  let place = 0
  for (let index = 0; index < samples.length; index++) {
    const returned = loop[place] as number
    const input = samples[index] as number
    loop[place] = input + returned * 0.5
    samples[index] = returned - input * 0.5
    place = place + 1 === delay ? 0 : place + 1
  }
}

/** Echoes that change sides, in time with the beat. */
export function addPingPong({ left, right, rate }: StereoAudio, seconds: number, feedback: number): void {
  const delay = Math.max(1, Math.round(seconds * rate))
  for (let index = delay; index < left.length; index++) {
    const fromLeft = left[index - delay] as number
    const fromRight = right[index - delay] as number
    left[index] = (left[index] as number) + fromRight * feedback
    right[index] = (right[index] as number) + fromLeft * feedback
  }
}

/** Brings the loudest sample to `peak`, gently rounding what sticks out, and fades both ends. Seconds. */
export function master(
  { left, right, rate }: StereoAudio,
  peak: number,
  fadeIn: number,
  fadeOut: number,
): void {
  let loudest = 1e-6
  for (const samples of [left, right]) {
    removeRumble(samples, rate)
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample))
  }
  const drive = 1.05
  const gain = peak / Math.tanh(drive)
  for (const samples of [left, right]) {
    for (let index = 0; index < samples.length; index++) {
      const rise = Math.min(1, index / (fadeIn * rate))
      const fall = Math.min(1, (samples.length - 1 - index) / (fadeOut * rate))
      const sample = Math.tanh(((samples[index] as number) / loudest) * drive) * gain
      samples[index] = sample * rise * fall * fall
    }
  }
}

/** Removes frequencies below about 25 Hz. */
function removeRumble(samples: Float32Array, rate: number): void {
  const keep = 1 - (2 * Math.PI * 25) / rate
  let input = 0
  let output = 0
  for (let index = 0; index < samples.length; index++) {
    const current = samples[index] as number
    output = current - input + output * keep
    input = current
    samples[index] = output
  }
}
