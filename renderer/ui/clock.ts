/** The time in whole steps, in milliseconds: all who read it read the same moment. */
export interface Clock {
  read(): number
  /** Ticks from the first listener until the last has left. */
  onTick(listener: () => void): () => void
}

export function createClock(everyMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function advance() {
    now = wholeStep(Date.now(), everyMs)
    timer = setTimeout(tick, everyMs - (Date.now() % everyMs))
  }

  function tick() {
    advance()
    for (const listener of listeners) listener()
  }

  return {
    read: () => (listeners.size > 0 ? now : wholeStep(Date.now(), everyMs)),
    onTick(listener) {
      if (listeners.size === 0) advance()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) clearTimeout(timer)
      }
    },
  }
}

/** The step that a moment is in, however long after its begin. */
export function wholeStep(now: number, everyMs: number): number {
  return now - (now % everyMs)
}
