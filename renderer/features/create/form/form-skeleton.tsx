import { useLayoutEffect, useRef } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './form-skeleton.module.css'

/**
 * A form that is being read. It can be focused, so that nobody has to wait for the fields before typing: the
 * focus and early text are passed to what replaces it.
 */
export function FormSkeleton() {
  const { create } = useWords()
  const early = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const field = early.current
    const form = field?.closest<HTMLElement>('section')
    return () => {
      if (!field || !form || field !== document.activeElement) return
      // After the commit, because the replacement is not shown before.
      queueMicrotask(() => passOn(form, field.value))
    }
  }, [])
  return (
    <div className={styles.skeleton}>
      <Skeleton width="30%" height={14} />
      <div className={styles.early}>
        <Skeleton height={92} />
        <textarea ref={early} data-early="" aria-label={create.formLoading} aria-busy="true" />
      </div>
      <Skeleton width="24%" height={14} />
      <Skeleton height={54} />
      <Skeleton width="28%" height={14} />
      <Skeleton />
    </div>
  )
}

/** Moves the focus and early text to the next skeleton, else to the first field, of those for text where there is text. */
function passOn(form: HTMLElement, typed: string): void {
  const next = form.querySelector<HTMLElement>('[data-early]')
  if (next) next.focus()
  else {
    const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')]
    const first = (typed !== '' && fields.find((field) => field.querySelector(textControl))) || fields[0]
    focusField(form, first?.dataset.field ?? '')
  }
  // Sent as typed input, so that the field's own undo and listeners see it.
  if (typed !== '' && form.contains(document.activeElement)) document.execCommand('insertText', false, typed)
}

const textControl =
  'textarea:not([tabindex="-1"]), input[type="text"]:not([tabindex="-1"], [role="combobox"])'

/** Opens the advanced fields where this is within them. */
export function reveal(element: Element | null): void {
  const closed = element?.closest('details')
  if (closed) closed.open = true
}

const focusable = 'input, textarea, [role="radio"][tabindex="0"], [role="switch"], button'

/**
 * Moves the focus to the control of a field's label, else to its first control after the reset button; opens the
 * advanced fields for one of them. The focus ring shows after a press of the mouse too, which would else have no visible
 * effect.
 */
export function focusField(form: HTMLElement | null, name: string) {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  reveal(field ?? null)
  field?.scrollIntoView({ block: 'nearest' })
  const isReachable = (control: Element | null | undefined) =>
    control?.matches(':not([data-reset], [data-details], [tabindex="-1"], [aria-hidden="true"])')
  const labelled = field?.querySelector('label')?.control
  const controls = [...(field?.querySelectorAll<HTMLElement>(focusable) ?? [])]
  // A switch's label points at the hidden checkbox behind it.
  const own = isReachable(labelled) ? labelled : controls.find(isReachable)
  own?.focus({ focusVisible: true })
}
