import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useAtelier } from './atelier-context.tsx'
import { useKeys } from './keys.ts'
import { type CommandId, pageCommands } from './page-commands.ts'

/**
 * Carries out a command of the page while the component is mounted, by its key or because the palette has asked
 * for it: at once, else as soon as it is possible.
 */
export function useCommand(id: CommandId, run: () => void, isPossible = true): void {
  const { commands } = useAtelier()
  const latest = useRef(run)
  latest.current = run
  const runOrAsk = () => (isPossible ? run() : commands.ask(id))
  useKeys([{ ...pageCommands[id], once: true, run: runOrAsk }])
  const isAsked = useStore(commands.store, ({ asked }) => asked === id)
  useEffect(() => {
    if (isAsked && isPossible && commands.consume(id)) latest.current()
  }, [isAsked, isPossible, commands, id])
}
