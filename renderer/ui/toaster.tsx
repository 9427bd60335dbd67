import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useWords } from '../words/words-context.tsx'
import { IconButton } from './button.tsx'
import styles from './toaster.module.css'

type Notify = (text: string, tone?: 'calm' | 'danger') => void

const NotifyContext = createContext<Notify>(() => {})

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
      (text, tone = 'calm') => {
        const urgent = tone === 'danger'
        manager.add({
          description: text,
          type: tone,
          timeout: urgent ? dangerMs : calmMs,
          priority: urgent ? 'high' : 'low',
        })
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
        <Toast.Description className={styles.text} />
        <Toast.Close render={<IconButton label={shell.dismiss} icon={<X />} small />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
