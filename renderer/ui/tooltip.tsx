import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import styles from './tooltip.module.css'

interface TooltipProviderProps {
  readonly delay: number
  readonly children: ReactNode
}

interface TooltipProps {
  readonly text: string
  /** The one element that the tooltip describes; it must have a name of its own. */
  readonly children: ReactElement<Record<string, unknown>>
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center'
  /** It only repeats the name of an icon, so the pointer may pass through; all else stays while it is pointed at. */
  readonly repeatsName?: boolean
}

/** The last key or press was Escape: focus that moves then was returned by what closed. */
let hasEscaped = false

/** Around all tooltips; `delay` in milliseconds. */
export function TooltipProvider({ delay, children }: TooltipProviderProps) {
  useEffect(() => {
    const over = new AbortController()
    const options = { capture: true, signal: over.signal }
    window.addEventListener('keydown', ({ key }) => (hasEscaped = key === 'Escape'), options)
    window.addEventListener('pointerdown', () => (hasEscaped = false), options)
    return () => over.abort()
  }, [])
  return <BaseTooltip.Provider delay={delay}>{children}</BaseTooltip.Provider>
}

export function Tooltip({
  text,
  children,
  side = 'top',
  align = 'center',
  repeatsName = false,
}: TooltipProps) {
  const actions = useRef<BaseTooltip.Root.Actions>(null)
  return (
    <BaseTooltip.Root
      actionsRef={actions}
      disableHoverablePopup={repeatsName}
      onOpenChange={(isOpen, details) => {
        if (isOpen && hasEscaped && details.reason === 'trigger-focus') details.cancel()
        // The library would keep the key to itself, also where only a resting pointer has opened the tooltip.
        if (isOpen || details.reason !== 'escape-key') return
        details.cancel()
        details.allowPropagation()
        actions.current?.close()
      }}
    >
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          side={side}
          align={align}
          sideOffset={6}
          className={styles.positioner}
          data-repeats={repeatsName || undefined}
        >
          {/* The element has these words as its name; repeated, they would be outside every landmark. */}
          <BaseTooltip.Popup aria-hidden="true" className={styles.popup}>
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
