const longestWaitMs = 100

let isStarted = false

/** Loads the page's program once; until then the HTML's own shell is shown. */
function start(): void {
  if (isStarted) return
  isStarted = true
  import('./main.tsx').catch((cause: unknown) => {
    console.warn('The page’s program could not be loaded.', cause)
    isStarted = false
    showNotLoaded()
  })
}

/** The words stand in the HTML, which is all there is. */
function showNotLoaded(): void {
  const place = document.getElementById('not-loaded')
  const retry = place?.querySelector('button')
  if (!place || !retry) return
  place.hidden = false
  retry.onclick = () => {
    place.hidden = true
    start()
  }
}

// The shell is on the screen first, so that the program's size never stands before it. A window that is hidden paints
// nothing, so it does not wait for that.
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, longestWaitMs)
