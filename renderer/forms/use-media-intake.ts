import {
  type ClipboardEvent,
  type DragEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useShallow } from 'zustand/shallow'
import { useIntake, useIntakeState } from './intake-context.tsx'
import type { IntakeTarget, NamedReason, PendingInput } from './intake-store.ts'
import { type Incoming, readHovering, readTransfer } from './read-transfer.ts'

type TargetInput = Omit<IntakeTarget, 'id' | 'take'> & {
  readonly onTake: (values: readonly string[]) => void
}

export interface MediaIntake {
  readonly pending: readonly PendingInput[]
  readonly refusals: readonly NamedReason[]
  readonly bring: (things: readonly Incoming[]) => void
  /** Adds one thing in place of another in the field. */
  readonly replace: (things: readonly Incoming[], take: (value: string) => void) => void
  readonly bringFiles: (files: FileList | null) => void
  readonly cancel: (pendingId: number) => void
  readonly dismiss: () => void
  readonly paste: (event: ClipboardEvent) => void
  /** The longest URL that the field accepts, in characters; null where none is stated. */
  readonly urlMaxLength: number | null
  readonly takesHeic: boolean
  readonly isFileOnly: boolean
  /** A typed URL was left unused, or no longer is. */
  readonly leaveUrl: (isUnused: boolean) => void
}

const none: readonly NamedReason[] = []

/** Registers a field to which media can be added from anywhere on the page. */
export function useMediaIntake({
  onTake,
  name,
  label,
  kind,
  many,
  urlMaxLength,
  takesHeic,
  isFileOnly = false,
  room,
  isFilled,
}: TargetInput): MediaIntake {
  const intake = useIntake()
  const id = useId()
  const latest = useRef(onTake)
  const target = useMemo<IntakeTarget>(
    () => ({
      ...{ id, name, label, kind, many, urlMaxLength, takesHeic, isFileOnly, room, isFilled },
      take: (values) => latest.current(values),
    }),
    [id, name, label, kind, many, urlMaxLength, takesHeic, isFileOnly, room, isFilled],
  )
  const known = useRef(target)
  useLayoutEffect(() => {
    latest.current = onTake
    known.current = target
    intake.update(target)
  }, [intake, target, onTake])
  useEffect(() => intake.register(known.current), [intake])
  const pending = useIntakeState(
    useShallow((state) => state.pending.filter(({ targetId }) => targetId === id)),
  )
  const refusals = useIntakeState((state) => state.refusals[id] ?? none)
  const bring = (things: readonly Incoming[]) => void intake.bring(id, things)
  return {
    pending,
    refusals,
    bring,
    replace: (things, take) => void intake.bring(id, things, take),
    bringFiles(files) {
      const chosen = [...(files ?? [])]
      if (chosen.length > 0) bring(chosen.map((file) => ({ type: 'file', file })))
    },
    cancel: intake.cancel,
    dismiss: () => intake.dismiss(id),
    urlMaxLength,
    takesHeic,
    isFileOnly,
    leaveUrl: useCallback((isUnused) => intake.leaveUrl(id, isUnused), [intake, id]),
    paste(event) {
      event.preventDefault()
      event.stopPropagation()
      bring(readTransfer(event.clipboardData, location.origin))
    },
  }
}

/** A drop target, also of what is dropped inside it beside every nested one. */
export function useDropZone(onDrop: (things: readonly Incoming[]) => void) {
  const [over, setOver] = useState(false)
  const zone = {
    onDragOver(event: DragEvent) {
      // A nested target would take it.
      if (event.defaultPrevented) return setOver(false)
      if (!readHovering(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      setOver(false)
      // A nested target has taken it.
      if (event.defaultPrevented || !readHovering(event.dataTransfer)) return
      event.preventDefault()
      onDrop(readTransfer(event.dataTransfer, location.origin))
    },
  }
  return { over, zone }
}
