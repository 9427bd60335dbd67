import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useWords } from '../words/words-context.tsx'
import { Button, IconButton } from './button.tsx'
import styles from './toaster.module.css'

/** A way on from a note, such as taking back what it tells of. */
interface NoteAction {
  readonly label: string
  readonly run: () => void
}

/** Answers how the note goes before its time. */
type Notify = (text: string, tone?: 'calm' | 'danger', action?: NoteAction) => () => void

const NotifyContext = createContext<Notify>(() => () => {})

/** Says something in passing, at the foot of the page and to a screen reader. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}

const calmMs = 4000
const dangerMs = 9000

export function Toaster({ children }: { readonly children: ReactNode }) {
  const manager = useMemo(() => Toast.createToastManager(), [])
  const notify = useMemo<Notify>(
    () =>
      (text, tone = 'calm', action) => {
        const urgent = tone === 'danger'
        const id = manager.add({
          title: text,
          type: tone,
          timeout: urgent || action ? dangerMs : calmMs,
          priority: urgent ? 'high' : 'low',
          ...(action && {
            actionProps: {
              children: action.label,
              onClick() {
                manager.close(id)
                action.run()
              },
            },
          }),
        })
        return () => manager.close(id)
      },
    [manager],
  )
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <NotifyContext value={notify}>{children}</NotifyContext>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  const { shell } = useWords()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-tone={toast.type}>
      <Toast.Content className={styles.content}>
        {/* Its name, too: a note is a dialog to a screen reader. */}
        <Toast.Title render={<p />} className={styles.text} />
        {toast.actionProps && <Toast.Action render={<Button />} />}
        <Toast.Close render={<IconButton label={shell.dismiss} icon={<X />} small />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
