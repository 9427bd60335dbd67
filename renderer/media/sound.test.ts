import { describe, expect, it } from 'vitest'
import { createSound } from './sound.ts'

describe('[ACT21] the volume', () => {
  it('is as loud as the file until it is chosen, and ends muting', () => {
    const sound = createSound()
    expect(sound.store.getState()).toEqual({ volume: 1, isMuted: null })
    sound.setMuted(true)
    sound.setVolume(0.3)
    expect(sound.store.getState()).toEqual({ volume: 0.3, isMuted: false })
  })

  it('of nothing is muted, and is heard again where muting ends', () => {
    const sound = createSound()
    sound.setVolume(0)
    expect(sound.store.getState()).toEqual({ volume: 0, isMuted: true })
    sound.setMuted(false)
    expect(sound.store.getState().volume).toBeGreaterThan(0)
  })
})
