import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LeavingDialogProps } from '../exports/leaving-props.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSheetImageWords } from '../words/sheet-image-words.ts'
import { loadTile } from './load-tile.ts'
import { SheetImageForm } from './sheet-image-form.tsx'
import { createSheetImageStore, type SheetImageStore } from './sheet-image-store.ts'
import { useSheetTaking } from './use-sheet-taking.ts'

/** Draws files as one image, to be saved or copied. */
export function SheetImageDialog({ subject, onClose }: LeavingDialogProps) {
  const { bridge } = useAtelier()
  const [sheet, setSheet] = useState<SheetImageStore | null>(null)
  useEffect(() => {
    const made = createSheetImageStore(bridge, subject, { load: loadTile, now: () => new Date() })
    setSheet(made)
    return made.close
  }, [bridge, subject])
  return sheet && <Shown sheet={sheet} onClose={onClose} />
}

interface ShownProps {
  readonly sheet: SheetImageStore
  readonly onClose: () => void
}

function Shown({ sheet, onClose }: ShownProps) {
  const words = useSheetImageWords()
  const { captions, failure } = useStore(sheet.store)
  const first = useRef<HTMLInputElement>(null)
  const taking = useSheetTaking(sheet, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    void taking.save()
  }

  return (
    <Dialog
      wide
      open={captions !== null || failure !== null}
      onClose={onClose}
      title={words.title(captions?.length ?? null)}
      firstFocus={first}
    >
      <form onSubmit={submit}>
        <SheetImageForm sheet={sheet} first={first} onCopy={() => void taking.copy()} onClose={onClose} />
      </form>
    </Dialog>
  )
}
