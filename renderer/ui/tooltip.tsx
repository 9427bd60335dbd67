import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  readonly text: string
  /** The one element that the tooltip describes; it must have a name of its own. */
  readonly children: ReactElement<Record<string, unknown>>
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

export const TooltipProvider = BaseTooltip.Provider

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Root disableHoverablePopup>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className={styles.positioner}>
          {/* The element has these words as its name; repeated, they would be outside every landmark. */}
          <BaseTooltip.Popup aria-hidden="true" className={styles.popup}>
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
