const withoutIdleMs = 200

/**
 * Runs a task when the page has nothing else to do, after `patienceMs` at the latest; returns its undo. A browser that
 * doesn't report idle time runs it a moment later.
 */
export function whenIdle(page: Window, task: () => void, patienceMs: number): () => void {
  if (!('requestIdleCallback' in page)) {
    const timer = setTimeout(task, withoutIdleMs)
    return () => clearTimeout(timer)
  }
  const handle = page.requestIdleCallback(task, { timeout: patienceMs })
  return () => page.cancelIdleCallback(handle)
}
