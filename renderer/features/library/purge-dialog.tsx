import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore, Purging } from './library-store.ts'

type Sum = ProcedureOutput<'library.trashSum'>

/** Asks, once, whether files are to be deleted from the trash and the disk, with their number and size. */
export function PurgeDialog({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const { trash } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const purging = useStore(library.store, (state) => state.purging)
  const first = useRef<HTMLButtonElement>(null)
  const [sum, setSum] = useState<Sum | null>(null)
  const [isBusy, setBusy] = useState(false)
  const close = () => library.askPurge(null)

  /** The result; null where it failed, which is shown. */
  async function resolved<Value>(requested: Promise<BridgeResult<Value>>): Promise<Value | null> {
    const result = await requested
    if (result.ok) return result.value
    notify(failures.sentence(result.error), 'danger')
    close()
    return null
  }

  const ask = useRef(async (_: Purging) => {})
  ask.current = async (asked) => {
    const found = await resolved(
      bridge.call('library.trashSum', asked === 'all' ? {} : { fileIds: [...asked] }),
    )
    if (found && library.store.getState().purging === asked) setSum(found)
  }
  useEffect(() => {
    if (purging === null) return
    setSum(null)
    void ask.current(purging)
  }, [purging])

  async function purge() {
    const until = sum?.until
    if (purging === null || !until) return close()
    setBusy(true)
    // What came into the trash since it was counted stays.
    const purged = await resolved(
      bridge.call('library.purge', purging === 'all' ? { until } : { fileIds: [...purging] }),
    )
    setBusy(false)
    if (!purged) return
    notify(trash.purged(purged), purged.left + purged.kept.count > 0 ? 'danger' : 'calm')
    close()
  }

  return (
    <Dialog
      open={purging !== null}
      onClose={close}
      title={trash.ask(sum?.files ?? 0)}
      description={sum ? trash.asked(sum.files, sum.bytes) : trash.reading}
      firstFocus={first}
      actions={
        <>
          <Button ref={first} onClick={close}>
            {trash.cancel}
          </Button>
          <Button
            look="primary"
            disabled={sum === null || isBusy}
            focusableWhenDisabled
            onClick={() => void purge()}
          >
            {trash.purge(sum?.files ?? 0)}
          </Button>
        </>
      }
    />
  )
}
