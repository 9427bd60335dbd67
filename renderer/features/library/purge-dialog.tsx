import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../../shared/bridge/change-bounds.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { mostNamedKept } from '../../../shared/bridge/trash-procedures.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore, Purging } from './library-store.ts'

type Sum = ProcedureOutput<'library.trashSum'>
type Purged = ProcedureOutput<'library.purge'>

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
    const found = await resolved(sumOf(bridge, asked))
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
      purging === 'all' ? bridge.call('library.purge', { until }) : purgeFiles(bridge, purging),
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
            onClick={() => void purge()}
          >
            {trash.purge(sum?.files ?? null)}
          </Button>
        </>
      }
    />
  )
}

async function sumOf(bridge: Bridge, asked: Purging): Promise<BridgeResult<Sum>> {
  if (asked === 'all') return bridge.call('library.trashSum', {})
  const sum = { files: 0, bytes: 0, until: null as string | null }
  for (const fileIds of inCalls(asked)) {
    const result = await bridge.call('library.trashSum', { fileIds })
    if (!result.ok) return result
    sum.files += result.value.files
    sum.bytes += result.value.bytes
    sum.until ??= result.value.until
  }
  return { ok: true, value: sum }
}

/** What was deleted before a call failed is deleted: the list shows the rest. */
async function purgeFiles(bridge: Bridge, asked: readonly string[]): Promise<BridgeResult<Purged>> {
  const purged = { files: 0, bytes: 0, left: 0, kept: { count: 0, names: [] as string[] } }
  for (const fileIds of inCalls(asked)) {
    const result = await bridge.call('library.purge', { fileIds })
    if (!result.ok) return result
    const { files, bytes, left, kept } = result.value
    purged.files += files
    purged.bytes += bytes
    purged.left += left
    purged.kept.count += kept.count
    purged.kept.names = [...purged.kept.names, ...kept.names].slice(0, mostNamedKept)
  }
  return { ok: true, value: purged }
}

function inCalls(fileIds: readonly string[]): string[][] {
  const count = Math.ceil(fileIds.length / mostFilesOfChange)
  return Array.from({ length: count }, (_, at) =>
    fileIds.slice(at * mostFilesOfChange, (at + 1) * mostFilesOfChange),
  )
}
