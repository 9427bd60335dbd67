import { createContext, useContext } from 'react'
import type { InputFile, InputRefusal } from '../../shared/bridge/media-routes.ts'

export type UploadResult =
  | { readonly ok: true; readonly value: InputFile }
  | { readonly ok: false; readonly code: InputRefusal['code'] | 'disconnected' }

/** What fields need beyond their value. */
export interface FormServices {
  /** Hands a file of the person's own to the studio. */
  readonly upload: (file: File) => Promise<UploadResult>
  /** Whether the seed stays as it is after a run. */
  readonly seedLocked: boolean
  readonly setSeedLocked: (locked: boolean) => void
}

const FormContext = createContext<FormServices | null>(null)

export const FormServicesProvider = FormContext.Provider

export function useFormServices(): FormServices {
  const services = useContext(FormContext)
  if (!services) throw new Error('A field stands outside a form.')
  return services
}
