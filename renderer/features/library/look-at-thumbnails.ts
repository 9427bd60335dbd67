import { startLookCatchUp } from '../../media/look-catch-up.ts'
import { keepLook, lookAtPoster } from '../../media/make-poster.ts'
import type { Atelier } from '../../shell/atelier-context.tsx'
import { whenIdle } from '../../ui/when-idle.ts'

/** As long as the page. */
const catchUpOf = new WeakMap<Atelier['bridge'], object>()
/** It waits for idle time as long as it takes. */
const patienceMs = 60_000

/** Thumbnails of an earlier version are looked at once, while the page has nothing else to do. */
export function lookAtThumbnails(bridge: Atelier['bridge'], sessionHeaders: Atelier['sessionHeaders']): void {
  if (catchUpOf.has(bridge)) return
  const catchUp = startLookCatchUp({
    async next(before) {
      const read = await bridge.call('library.unseen', before === undefined ? {} : { before })
      return read.ok ? read.value.files : null
    },
    look: lookAtPoster,
    keep: (fileId, look) => keepLook(fileId, look, sessionHeaders()),
    whenIdle: (task) => whenIdle(window, task, patienceMs),
  })
  catchUpOf.set(bridge, catchUp)
}
