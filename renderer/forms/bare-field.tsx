import { createContext, type ReactNode, useContext } from 'react'

const Bare = createContext(false)

/** The inner field has no visible label: its surroundings say what it is. */
export function BareField({ children }: { readonly children: ReactNode }) {
  return <Bare.Provider value={true}>{children}</Bare.Provider>
}

/** Fields nested in that field have their labels again. */
export function LabelledFields({ children }: { readonly children: ReactNode }) {
  return <Bare.Provider value={false}>{children}</Bare.Provider>
}

export function useIsBare(): boolean {
  return useContext(Bare)
}
