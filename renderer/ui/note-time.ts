export interface NoteTimeDeps {
  /** Begins the time of these notes, or begins it anew. */
  begin(ids: readonly string[]): void
  /** Calls back once what is there now has been drawn; returns how to cancel that. */
  onDrawn(drawn: () => void): () => void
  every(milliseconds: number, tick: () => void): () => void
  /** Milliseconds, of a clock that never goes back. */
  now(): number
}

/** When the time of notes begins: it is the person's, not the machine's (NOTE470). */
export interface NoteTime {
  /** To be called with the notes that are there whenever they change. */
  show(ids: readonly string[]): void
  close(): void
}

const tickMs = 500
/** A page that could not react for so long was no page to press Undo on. */
export const standstillMs = 2000

export function createNoteTime(deps: NoteTimeDeps): NoteTime {
  let shown: readonly string[] = []
  const begun = new Set<string>()
  let cancelDrawn = () => {}
  let stopTicks: (() => void) | null = null
  let last = 0

  function tick() {
    const now = deps.now()
    if (now - last >= standstillMs) deps.begin(shown.filter((id) => begun.has(id)))
    last = now
  }

  function beginDrawn() {
    const fresh = shown.filter((id) => !begun.has(id))
    for (const id of fresh) begun.add(id)
    if (fresh.length > 0) deps.begin(fresh)
  }

  function stop() {
    stopTicks?.()
    stopTicks = null
  }

  return {
    show(ids) {
      shown = ids
      for (const id of begun) if (!ids.includes(id)) begun.delete(id)
      cancelDrawn()
      cancelDrawn = ids.every((id) => begun.has(id)) ? () => {} : deps.onDrawn(beginDrawn)
      if (ids.length === 0) return stop()
      if (stopTicks) return
      last = deps.now()
      stopTicks = deps.every(tickMs, tick)
    },
    close() {
      cancelDrawn()
      stop()
    },
  }
}

/** The page's own: two frames on, what was there at the first has been drawn. */
export function pageNoteTime(begin: NoteTimeDeps['begin']): NoteTime {
  return createNoteTime({
    begin,
    onDrawn(drawn) {
      let frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(drawn)
      })
      return () => cancelAnimationFrame(frame)
    },
    every(milliseconds, tick) {
      const timer = setInterval(tick, milliseconds)
      return () => clearInterval(timer)
    },
    now: () => performance.now(),
  })
}
