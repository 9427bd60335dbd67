import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import popup from './popup.module.css'
import styles from './search-select.module.css'

interface SelectProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly describedBy?: string | undefined
}

/** A choice of a few that are too long to be side by side. */
export function Select({ label, options, value, onChange, describedBy }: SelectProps) {
  const chosen = options.find((option) => option.value === value)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useKeptInView(trigger, isOpen)
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      onOpenChange={setOpen}
    >
      <BaseSelect.Trigger
        ref={trigger}
        className={styles.trigger}
        aria-label={`${label}: ${chosen?.label ?? ''}`}
        aria-describedby={describedBy}
      >
        <BaseSelect.Value className={styles.value} />
        <ChevronsUpDown className={styles.icon} aria-hidden="true" />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          {/* The page behind has the landmarks: a list beside them needs a frame of its own. */}
          <BaseSelect.Popup role="dialog" className={popup.popup} aria-label={label}>
            <BaseSelect.List className={popup.list} aria-label={label}>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={popup.item}>
                  <BaseSelect.ItemText className={popup.grow}>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className={popup.check}>
                    <Check />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

/**
 * While it applies, an element that the page's layout moves out of view is scrolled back into it: a popup
 * follows its trigger, and would leave the window with it.
 */
function useKeptInView(element: RefObject<Element | null>, applies: boolean): void {
  useEffect(() => {
    const kept = element.current
    if (!kept || !applies) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === false && kept.scrollIntoView({ block: 'nearest' }),
    )
    observer.observe(kept)
    return () => observer.disconnect()
  }, [element, applies])
}
