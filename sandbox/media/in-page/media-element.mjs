/** How long a player may take for one step: one that hangs would hold up all that is to be rendered. */
const longestMs = 60_000

/** Opens bytes in a player of the page, which is never in the document. `until` rejects where it can't play them. */
export function openElement(name, bytes) {
  const element = document.createElement(name)
  const url = URL.createObjectURL(new Blob([bytes]))
  element.muted = true
  element.preload = 'auto'

  /** The next event of that name. */
  function until(event) {
    return new Promise((resolve, reject) => {
      const stop = new AbortController()
      const timer = setTimeout(
        () => settleWith(reject, new Error('It takes too long to be opened.')),
        longestMs,
      )
      const settleWith = (settle, value) => {
        clearTimeout(timer)
        stop.abort()
        settle(value)
      }
      const { signal } = stop
      element.addEventListener(event, () => settleWith(resolve), { signal })
      const fail = () => settleWith(reject, new Error(element.error?.message || 'It can’t be played.'))
      element.addEventListener('error', fail, { signal })
    })
  }

  element.src = url
  return {
    element,
    until,
    close() {
      element.removeAttribute('src')
      element.load()
      URL.revokeObjectURL(url)
    },
  }
}
