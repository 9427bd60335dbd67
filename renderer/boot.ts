const longestWaitMs = 100

let isStarted = false

/** Loads the page's program once; until then the HTML's own shell stands. */
function start(): void {
  if (isStarted) return
  isStarted = true
  void import('./main.tsx')
}

// The shell is painted first, so that the program's size never stands before it. A window that is hidden paints
// nothing and gets no frame, so it does not wait for one.
requestAnimationFrame(() => setTimeout(start))
setTimeout(start, longestWaitMs)
