const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Calls the listener at the first signal to stop; a second one ends the program. Returns its undo. */
export function onStopSignals(program: Pick<NodeJS.Process, 'on' | 'off'>, listener: () => void): () => void {
  function undo(): void {
    for (const signal of stopSignals) program.off(signal, stop)
  }
  function stop(): void {
    undo()
    listener()
  }
  for (const signal of stopSignals) program.on(signal, stop)
  return undo
}
