import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useWords } from '../words/words-context.tsx'
import { Button, IconButton } from './button.tsx'
import { ignoreSecondClick } from './double-click.ts'
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

const calmMs = 4000
const dangerMs = 9000

interface ToasterProps {
  /** The model that is in the form: a change to its form is undone only there. */
  readonly formModel: () => string | null
  readonly children: ReactNode
}

export function Toaster({ formModel, children }: ToasterProps) {
  const { shell, inputs } = useWords()
  const otherModel = useRef(inputs.otherModel)
  useLayoutEffect(() => {
    otherModel.current = inputs.otherModel
  }, [inputs])
  const manager = useMemo(() => Toast.createToastManager<NoteData>(), [])
  const notify = useMemo<Notify>(
    () =>
      (text, tone = 'calm', ...actions) => {
        const urgent = tone === 'danger'
        let isOpen = true
        const id = manager.add({
          title: text,
          type: tone,
          timeout: urgent || actions.length > 0 ? dangerMs : calmMs,
          // A note is still there for a moment while it closes.
          data: { actions: oneOf(actions) },
          onClose() {
            isOpen = false
          },
        })
        return { close: () => manager.close(id), isOpen: () => isOpen }
      },
    [manager],
  )
  const formUndo = useMemo(
    () =>
      createUndoNotes({
        place: formModel,
        refuse: () => notify(otherModel.current),
        show({ text, label }, { onUndo, onGone }) {
          const id = manager.add({
            title: text,
            type: 'calm',
            timeout: dangerMs,
            data: { actions: [{ label, run: onUndo }] },
            onClose: onGone,
          })
          return () => manager.close(id)
        },
      }),
    [manager, notify, formModel],
  )
  const filling = useFullScreenElement()
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <NotifyContext value={notify}>
        <FormUndoContext value={formUndo}>{children}</FormUndoContext>
      </NotifyContext>
      <Toast.Portal container={filling ?? undefined}>
        <Toast.Viewport aria-label={shell.notifications} className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
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

function ToastList() {
  const { toasts, close } = Toast.useToastManager<NoteData>()
  const { shell } = useWords()
  return toasts.map((toast) => (
    // Base UI's own urgent notes are hidden from screen readers, with their buttons, and announced by a copy.
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      data-tone={toast.type}
      aria-live={toast.type === 'danger' ? 'assertive' : undefined}
    >
      <Toast.Content className={styles.content}>
        {/* Its name, too: a note is a dialog to a screen reader. */}
        <Toast.Title render={<p data-verbatim />} className={styles.text} />
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
      </Toast.Content>
    </Toast.Root>
  ))
}
