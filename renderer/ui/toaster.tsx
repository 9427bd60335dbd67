import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useWords } from '../words/words-context.tsx'
import { Button, IconButton } from './button.tsx'
import { ignoreSecondClick } from './double-click.ts'
import { pageNoteTime } from './note-time.ts'
import { toolsOnDemand, useTools } from './on-demand.tsx'
import { oneOf } from './one-of.ts'
import styles from './toaster.module.css'
import { createUndoNotes, type UndoNotes } from './undo-notes.ts'

/** An action of a note, such as undoing what it reports. */
interface NoteAction {
  readonly label: string
  readonly isPaid?: true
  readonly run: () => void
}

interface Note {
  /** Closes it early; any of its actions closes it too. */
  close(): void
  isOpen(): boolean
}

type Notify = (text: string, tone?: 'calm' | 'danger', ...actions: readonly NoteAction[]) => Note

interface NoteData {
  readonly actions: readonly NoteAction[]
  /** How long it stands from when it is seen. */
  readonly standsMs: number
}

const NotifyContext = createContext<Notify>(() => ({ close() {}, isOpen: () => false }))

const FormUndoContext = createContext<UndoNotes>(
  createUndoNotes({ show: () => () => {}, place: () => null, refuse: () => {} }),
)

/** Shows a short note, at the bottom of the page and to a screen reader. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}

/** Notes of changes to the form, each with its undo: one stands at a time. */
export function useFormUndo(): UndoNotes {
  return useContext(FormUndoContext)
}

/** Notes stand where the stylesheet puts them until this is there: it is to be loaded before the first one. */
export const noteTools = toolsOnDemand(() => import('./note-tools.ts'))

/** Which notes there is room for is decided here (NOTE570). */
const noLimit = Number.MAX_SAFE_INTEGER
const calmMs = 4000
const dangerMs = 9000

interface ToasterProps {
  /** The model that is in the form: a change to its form is undone only there. */
  readonly formModel: () => string | null
  readonly children: ReactNode
}

export function Toaster({ formModel, children }: ToasterProps) {
  const { shell, inputs } = useWords()
  const words = useRef(inputs)
  useLayoutEffect(() => {
    words.current = inputs
  }, [inputs])
  const manager = useMemo(() => Toast.createToastManager<NoteData>(), [])
  /** Those that say something and offer nothing, by what they say. */
  const plain = useRef(new Map<string, Note>())
  const notify = useMemo<Notify>(
    () =>
      (text, tone = 'calm', ...actions) => {
        const urgent = tone === 'danger'
        const sign = `${tone} ${text}`
        // Said again it is no second note (NOTE351).
        if (actions.length === 0) plain.current.get(sign)?.close()
        let isOpen = true
        const id = manager.add({
          title: text,
          type: tone,
          // Its time begins once it is drawn (NOTE470).
          timeout: 0,
          // A note is still there for a moment while it closes.
          data: { actions: oneOf(actions), standsMs: urgent || actions.length > 0 ? dangerMs : calmMs },
          onClose() {
            isOpen = false
            if (plain.current.get(sign) === note) plain.current.delete(sign)
          },
        })
        const note = { close: () => manager.close(id), isOpen: () => isOpen }
        if (actions.length === 0) plain.current.set(sign, note)
        return note
      },
    [manager],
  )
  const formUndo = useMemo(
    () =>
      createUndoNotes({
        place: formModel,
        refuse: () => notify(words.current.otherModel),
        show({ text, label }, { isAgain, onUndo, onGone }) {
          const id = manager.add({
            title: isAgain ? words.current.undone(text) : text,
            type: 'calm',
            timeout: 0,
            data: { actions: [{ label, run: onUndo }], standsMs: dangerMs },
            onClose: onGone,
          })
          return () => manager.close(id)
        },
      }),
    [manager, notify, formModel],
  )
  const filling = useFullScreenElement()
  const frame = useRef<HTMLDivElement>(null)
  const turn = useTurns(frame)
  return (
    <NotifyContext value={notify}>
      <FormUndoContext value={formUndo}>{children}</FormUndoContext>
      <Toast.Provider key={turn} toastManager={manager} limit={noLimit}>
        <Toast.Portal container={filling ?? undefined}>
          <Toast.Viewport
            ref={frame}
            aria-label={shell.notifications}
            className={styles.viewport}
            onMouseEnter={passOver}
            onMouseMove={passOver}
          >
            <ToastList frame={frame} />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </NotifyContext>
  )
}

/** The element that fills the screen, within which notes have to be: all outside is covered, and inert. */
function useFullScreenElement(): HTMLElement | null {
  return useSyncExternalStore(onFullScreenChange, () => document.fullscreenElement as HTMLElement | null)
}

function onFullScreenChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/**
 * Counts how often the window was returned to while there was no note. The library stops all notes' time while the window
 * is behind another, and misses the return where the last of them ended meanwhile: it then begins anew.
 */
function useTurns(frame: RefObject<HTMLElement | null>): number {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    const turn = () => !frame.current?.querySelector('[data-tone]') && setTurns((count) => count + 1)
    window.addEventListener('focus', turn)
    return () => window.removeEventListener('focus', turn)
  }, [frame])
  return turns
}

type MouseOver = Parameters<NonNullable<ComponentProps<typeof Toast.Viewport>['onMouseMove']>>[0]

/** A pointer that rests where a note appears is not on it: the note's time runs until the pointer is moved. */
function passOver(event: MouseOver): void {
  if (event.type !== 'mousemove' || (event.movementX === 0 && event.movementY === 0))
    event.preventBaseUIHandler()
}

type Manager = ReturnType<typeof Toast.useToastManager<NoteData>>

type NoteTools = typeof import('./note-tools.ts')

/** Those that are shown; others wait, with what they offer, until there is room. */
function useNoteRoom({ toasts, close, update }: Manager, tools: NoteTools | null): ReadonlySet<string> {
  const { shown, over, held } = useMemo(
    () => tools?.roomFor(toasts) ?? { shown: new Set(toasts.map(({ id }) => id)), over: [], held: [] },
    [toasts, tools],
  )
  useEffect(() => {
    for (const id of over) close(id)
    for (const id of held) update(id, { timeout: 0 })
  }, [over, held, close, update])
  return shown
}

function useNoteTime(toasts: Manager['toasts'], shown: ReadonlySet<string>, update: Manager['update']): void {
  const present = useRef(toasts)
  useLayoutEffect(() => {
    present.current = toasts
  }, [toasts])
  const time = useMemo(
    () =>
      pageNoteTime((ids) => {
        for (const { id, data } of present.current)
          if (data && ids.includes(id)) update(id, { timeout: data.standsMs })
      }),
    [update],
  )
  useEffect(() => time.close, [time])
  useEffect(() => {
    // One that has no room yet is not seen.
    time.show([...shown])
  }, [time, shown])
}

function ToastList({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const manager = Toast.useToastManager<NoteData>()
  const { toasts, close, update } = manager
  const { tools } = useTools(noteTools, toasts.length > 0)
  const shown = useNoteRoom(manager, tools)
  useNoteTime(toasts, shown, update)
  // Each note that comes or goes changes their size.
  useLayoutEffect(() => {
    if (frame.current && toasts.length > 0) return tools?.placeNotes(frame.current)
  }, [tools, toasts, frame])
  const { shell } = useWords()
  return toasts.map((toast) => (
    // Base UI's own urgent notes are hidden from screen readers, with their buttons, and announced by a copy.
    <Toast.Root
      key={toast.id}
      toast={shown.has(toast.id) || toast.transitionStatus === 'ending' ? toast : { ...toast, limited: true }}
      className={styles.toast}
      data-tone={toast.type}
      aria-live={toast.type === 'danger' ? 'assertive' : undefined}
    >
      <Toast.Content className={styles.content}>
        {/* Its name, too: a note is a dialog to a screen reader. */}
        <Toast.Title render={<p data-verbatim />} className={styles.text} />
        <div className={styles.buttons}>
          {toast.data?.actions.map(({ label, isPaid, run }) => (
            <Button
              key={label}
              isPaid={isPaid ?? false}
              onClickCapture={ignoreSecondClick}
              onClick={() => {
                // First, as a note that is gone undoes nothing.
                run()
                close(toast.id)
              }}
            >
              {label}
            </Button>
          ))}
          <Toast.Close
            aria-hidden={undefined}
            render={<IconButton label={shell.dismiss} icon={<X />} small />}
          />
        </div>
      </Toast.Content>
    </Toast.Root>
  ))
}
