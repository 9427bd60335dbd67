import { createStore, type StoreApi } from 'zustand/vanilla'

/** How loud videos and audio files are. */
export interface SoundState {
  /** 0 up to 1. */
  readonly volume: number
  /** Null until the person chooses: a video then begins muted, an audio file doesn’t. */
  readonly isMuted: boolean | null
}

/** One loudness for all players of a page, kept until it is closed. */
export interface Sound {
  readonly store: StoreApi<SoundState>
  /** Also ends muting, or mutes at 0. */
  setVolume(volume: number): void
  setMuted(isMuted: boolean): void
}

/** What muting ends at where the volume itself is 0. */
const audible = 0.5

export function createSound(): Sound {
  const store = createStore<SoundState>(() => ({ volume: 1, isMuted: null }))
  return {
    store,
    setVolume: (volume) => store.setState({ volume, isMuted: volume === 0 }),
    setMuted: (isMuted) =>
      store.setState(({ volume }) => ({ isMuted, volume: isMuted || volume > 0 ? volume : audible })),
  }
}
