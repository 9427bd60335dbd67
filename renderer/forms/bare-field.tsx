import { createContext, type ReactNode, useContext } from 'react'

const Bare = createContext(false)

/** The field within has no label of its own to see: what stands around it says what it is. */
export function BareField({ children }: { readonly children: ReactNode }) {
  return <Bare.Provider value={true}>{children}</Bare.Provider>
}

/** Fields within that field have their labels again. */
export function LabelledFields({ children }: { readonly children: ReactNode }) {
  return <Bare.Provider value={false}>{children}</Bare.Provider>
}

export function useIsBare(): boolean {
  return useContext(Bare)
}
