import { createContext, type ReactNode, useContext } from 'react'

/** What fields need besides their values. */
export interface FormServices {
  /** Whether the seed stays as it is after a run. */
  readonly seedLocked: boolean
  readonly setSeedLocked: (locked: boolean) => void
  /** Content beside the label of a prompt, such as the button for earlier ones. */
  readonly promptTools: ReactNode
  /** Content below a prompt. */
  readonly promptNote?: ReactNode
}

const FormContext = createContext<FormServices | null>(null)

export const FormServicesProvider = FormContext.Provider

export function useFormServices(): FormServices {
  const services = useContext(FormContext)
  if (!services) throw new Error('A field stands outside a form.')
  return services
}
