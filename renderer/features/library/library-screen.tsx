import { useEffect } from 'react'
import type { Atelier } from '../../shell/atelier-context.tsx'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { createLibraryStore, type LibraryStore } from './library-store.ts'
import { LibraryView } from './library-view.tsx'
import { lookAtThumbnails } from './look-at-thumbnails.ts'
import { createPlaceStorage } from './place-storage.ts'

const drawnWithinMs = 300
/** How long a person types no key until all that is found is read. */
const restMs = 200

/** As long as the page: where one was in the library is there again. */
const storeOf = new WeakMap<Atelier['bridge'], LibraryStore>()

/** The library on a store of its own, made with the screen. */
export function LibraryScreen() {
  const { bridge, posters, studio, sessionHeaders } = useAtelier()
  const { onLanguageChange } = studio
  const library =
    storeOf.get(bridge) ??
    createLibraryStore({
      bridge,
      onFiles: posters.offer,
      onSee: posters.see,
      onLanguageChange,
      storage: createPlaceStorage(localStorage),
      whenDrawn: (isTyped) =>
        new Promise((resolve) => {
          const end = isTyped ? () => void setTimeout(resolve, restMs) : resolve
          whenIdle(window, end, drawnWithinMs)
        }),
    })
  storeOf.set(bridge, library)
  useEffect(() => lookAtThumbnails(bridge, sessionHeaders), [bridge, sessionHeaders])
  return <LibraryView library={library} />
}
