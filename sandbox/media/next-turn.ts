/** Resolves in the next turn of the event loop: what encoders call comes first. Pages have no setImmediate. */
export function nextTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve))
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener(
      'message',
      () => {
        port1.close()
        resolve()
      },
      { once: true },
    )
    port1.start()
    port2.postMessage(null)
  })
}
