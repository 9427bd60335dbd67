import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useWords } from '../words/words-context.tsx'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { joinClasses } from './join-classes.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons at its bottom; the safe one first. */
  readonly actions?: ReactNode
  /** `full`: as wide as the window, up to what can still be read together. */
  readonly wide?: boolean | 'full'
  /** The element with the initial focus; by default the dialog itself. */
  readonly firstFocus?: RefObject<HTMLElement | null>
  /** What gets the focus once it has closed, where nothing had it before. */
  readonly whenNowhere?: (() => HTMLElement | null) | undefined
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  wide = false,
  firstFocus,
  whenNowhere,
}: DialogProps) {
  const { shell } = useWords()
  const { ref, popup, finalFocus } = useFocusReturn({ whenNowhere })
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          ref={ref}
          initialFocus={firstFocus ?? popup}
          finalFocus={finalFocus}
          data-keys="own"
          data-modal=""
          className={joinClasses(styles.popup, wide === 'full' ? styles.full : wide && styles.wide)}
        >
          <header className={styles.header}>
            <BaseDialog.Title data-verbatim className={styles.title}>
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label={shell.close} icon={<X />} />} />
          </header>
          {description && (
            <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
          )}
          {children}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
