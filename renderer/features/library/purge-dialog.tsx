import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import { judgingOf } from '../../actions/judging.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore, Purging } from './library-store.ts'
import { createPurgeStore } from './purge-store.ts'

/** Asks, once, whether files are to be deleted from the trash and the disk, with their number and size. */
export function PurgeDialog({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const { trash } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const purging = useStore(library.store, (state) => state.purging)
  const first = useRef<HTMLButtonElement>(null)
  const [purge] = useState(() => createPurgeStore(bridge))
  const { sum, isBusy } = useStore(purge.store)
  const close = () => library.askPurge(null)

  function fail(failure: BridgeFailure): void {
    notify(failures.sentence(failure), 'danger')
    close()
  }

  const ask = useRef(async (_: Purging | null) => {})
  ask.current = async (asked) => {
    const failure = await purge.ask(asked)
    if (failure) fail(failure)
  }
  useEffect(() => void ask.current(purging), [purging])

  async function purgeAll(): Promise<void> {
    const result = await purge.purge()
    if (result === null) return close()
    void judgingOf(bridge).forgetDeleted()
    if (!result.ok) return fail(result.error)
    const { left, kept } = result.value
    notify(trash.purged(result.value), left + kept.count > 0 ? 'danger' : 'calm')
    close()
  }

  return (
    <Dialog
      open={purging !== null}
      onClose={close}
      title={trash.ask(sum?.files ?? null)}
      description={sum ? trash.asked(sum.files, sum.bytes) : trash.reading}
      firstFocus={first}
      actions={
        <>
          <Button ref={first} disabled={isBusy} focusableWhenDisabled onClick={close}>
            {trash.cancel}
          </Button>
          <Button
            look="primary"
            disabled={sum === null || isBusy}
            focusableWhenDisabled
            onClick={() => void purgeAll()}
          >
            {trash.purge(sum?.files ?? null)}
          </Button>
        </>
      }
    />
  )
}
