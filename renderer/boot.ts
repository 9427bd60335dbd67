const longestWaitMs = 100

let isStarted = false

/** Loads the page's program once; until then the HTML's own shell is shown. */
function start(): void {
  if (isStarted) return
  isStarted = true
  import('./main.tsx').catch((cause: unknown) => {
    console.warn('The page’s program could not be loaded.', cause)
    showNotLoaded()
  })
}

/** The words are in the HTML, which is all there is yet. */
function showNotLoaded(): void {
  const place = document.getElementById('not-loaded')
  const retry = place?.querySelector('button')
  if (!place || !retry) return
  place.hidden = false
  // What failed once, a browser may keep as failed for this document.
  retry.onclick = () => location.reload()
}

// The shell is painted first, so that it never waits for the large program. A hidden window paints nothing, so
// it does not wait for that.
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, longestWaitMs)
