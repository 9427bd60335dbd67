import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import type { InputView } from '../../shared/bridge/media-routes.ts'
import { readInputReference } from '../../shared/form/input-reference.ts'
import type { Intake, IntakeState } from './intake-store.ts'

const IntakeContext = createContext<Intake | null>(null)

export const IntakeProvider = IntakeContext.Provider

export function useIntake(): Intake {
  const intake = useContext(IntakeContext)
  if (!intake) throw new Error('A media field stands outside the page.')
  return intake
}

export function useIntakeState<Selected>(select: (state: IntakeState) => Selected): Selected {
  return useStore(useIntake().store, select)
}

/**
 * The studio's file for a media value: undefined while it is requested or not a file of its own, null where it
 * is gone.
 */
export function useInput(value: unknown): InputView | null | undefined {
  const intake = useIntake()
  const sha256 = readInputReference(value)
  const input = useIntakeState((state) => (sha256 === null ? undefined : state.known[sha256]))
  useEffect(() => {
    if (sha256 !== null) intake.learn(sha256)
  }, [sha256, intake])
  return input
}
