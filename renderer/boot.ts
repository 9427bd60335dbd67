const longestWaitMs = 100

let isStarted = false

/** Loads the page's program once; until then the HTML's own shell is shown. */
function start(): void {
  if (isStarted) return
  isStarted = true
  void import('./main.tsx')
}

// The shell is painted first, so that it never waits for the large program. A hidden window paints nothing and
// gets no frame, so it does not wait for one.
requestAnimationFrame(() => setTimeout(start))
setTimeout(start, longestWaitMs)
