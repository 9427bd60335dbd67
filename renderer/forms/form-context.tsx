import { createContext, type ReactNode, useContext } from 'react'

/** What fields need beyond their value. */
export interface FormServices {
  /** Whether the seed stays as it is after a run. */
  readonly seedLocked: boolean
  readonly setSeedLocked: (locked: boolean) => void
  /** What stands beside the label of a prompt, such as the way to earlier ones. */
  readonly promptTools: (prompt: PromptToolsProps) => ReactNode
  /** Stands under a prompt. */
  readonly promptNote?: ReactNode
}

export interface PromptToolsProps {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const FormContext = createContext<FormServices | null>(null)

export const FormServicesProvider = FormContext.Provider

export function useFormServices(): FormServices {
  const services = useContext(FormContext)
  if (!services) throw new Error('A field stands outside a form.')
  return services
}
