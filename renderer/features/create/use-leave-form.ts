import { type RefObject, useEffect } from 'react'
import { isBehindModal } from '../../shell/keys.ts'
import { useCommand } from '../../shell/use-command.ts'
import { isComposing } from '../../ui/is-composing.ts'

/** A run in a sheet on the stage. */
const cell = '[data-stage] [data-run]'

/** What is open at a control of the form, and uses Escape itself. */
const open = '[aria-haspopup][aria-expanded="true"]'

/**
 * Escape anywhere in the form leads to the result, where the actions' keys work; so does a key of its own (CMD7). In a
 * sheet it leads to its row among the runs (CMD40).
 * `results`: everything beside the form.
 */
export function useLeaveForm(
  screen: RefObject<HTMLElement | null>,
  results: RefObject<HTMLElement | null>,
): void {
  useCommand('result', () => focusResult(results.current))
  useEffect(() => {
    let wasOpen = false
    function before({ target }: KeyboardEvent) {
      wasOpen = isBehindModal() || (target instanceof Element && target.closest(open) !== null)
    }
    function leave(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || wasOpen || isComposing(event)) return
      const { target } = event
      if (!(target instanceof Element) || !screen.current?.contains(target)) return
      if (!results.current?.contains(target)) focusResult(results.current)
      else if (target.matches(cell)) focusRow(results.current)
    }
    window.addEventListener('keydown', before, { capture: true })
    window.addEventListener('keydown', leave)
    return () => {
      window.removeEventListener('keydown', before, { capture: true })
      window.removeEventListener('keydown', leave)
    }
  }, [screen, results])
}

/** To the chosen cell of a sheet, whose arrows lead on, else to the stage. */
function focusResult(results: HTMLElement | null): void {
  const stage = results?.querySelector<HTMLElement>('[data-stage]')
  const cell = stage?.querySelector<HTMLElement>('[data-run][aria-current="true"]')
  ;(cell ?? stage)?.focus()
}

function focusRow(results: HTMLElement | null): void {
  results?.querySelector<HTMLElement>('[data-row][aria-current="true"]')?.focus()
}
