import type { Mood } from '../mood.ts'
import type { Random } from '../random.ts'
import type { StereoAudio } from '../wav.ts'
import { addPingPong, addRoom, master } from './effects.ts'
import { playBass, playBell, playDrums, playPad, playPluck } from './instruments.ts'
import { writeScore } from './score.ts'
import { playVoice } from './voice.ts'

export interface ComposeInput {
  readonly random: Random
  readonly prompt: string
  readonly mood: Mood
  /** The exact length of the piece. */
  readonly seconds: number
  /** Samples per second. */
  readonly rate: number
  /** Whether there is singing; the same piece continues under it. */
  readonly sings: boolean
}

/** A short piece of music: chords, a melody that is plucked or struck, a bass, drums where the mood is lively, a voice. */
export function compose({ random, prompt, mood, seconds, rate, sings }: ComposeInput): StereoAudio {
  const singer = chooseSinger(prompt, random.branch('singer'))
  const singerLowest = sings ? singer.lowest : null
  const score = writeScore({ random: random.branch('score'), prompt, mood, seconds, singerLowest })
  const lead = createIdleTimeout(seconds, rate)
  const plucked = /\b(guitar|harp|pluck\w*|folk|banjo|koto|string)s?\b/i.test(prompt)
  const struck = /\b(bell|piano|glockenspiel|music box|lullaby|vibraphone|keys)s?\b/i.test(prompt)
  if (plucked || (!struck && random.chance(0.6))) playPluck(lead, score.melody, random.branch('pluck'))
  else playBell(lead, score.melody)
  addPingPong(lead, score.beat * 0.75, 0.3)
  const rest = createIdleTimeout(seconds, rate)
  playPad(rest, score.pad, score.beat)
  playBass(rest, score.bass)
  addTo(rest, lead)
  playVoice(rest, score.voice, { ...singer, random: random.branch('voice') })
  addRoom(rest, 0.55 - 0.2 * mood.energy, 0.84)
  playDrums(rest, score.drums, random.branch('drums'))
  master(rest, 0.84, 0.04, Math.min(1.6, seconds * 0.25))
  return rest
}

/** A low or a high voice: as the words say, else either. */
function chooseSinger(prompt: string, random: Random) {
  const isHigh = random.chance(0.6)
  if (/\b(baritone|bass voice|tenor|male|man|men|monk)s?\b/i.test(prompt)) return lowSinger
  if (/\b(soprano|alto|female|woman|women|girl|child|children)s?\b/i.test(prompt)) return highSinger
  return isHigh ? highSinger : lowSinger
}

const lowSinger = { lowest: 50, brightness: 1 } as const
const highSinger = { lowest: 60, brightness: 1.14 } as const

function createIdleTimeout(seconds: number, rate: number): StereoAudio {
  const length = Math.round(seconds * rate)
  return { left: new Float32Array(length), right: new Float32Array(length), rate }
}

function addTo(sum: StereoAudio, part: StereoAudio): void {
  for (let index = 0; index < sum.left.length; index++) {
    sum.left[index] = (sum.left[index] as number) + (part.left[index] as number)
    sum.right[index] = (sum.right[index] as number) + (part.right[index] as number)
  }
}
