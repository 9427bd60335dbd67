import { useEffect, useState } from 'react'
import { type DecodedSound, decodeSound } from './decode-sound.ts'

const kept = new Map<string, Promise<DecodedSound>>()
const mostKept = 24

type Decoding =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly sound: DecodedSound }
  | { readonly phase: 'failed' }

/** A sound's waveform and length; the last ones stay in memory. */
export function useDecodedSound(url: string): Decoding {
  const [decoding, setDecoding] = useState<Decoding>({ phase: 'loading' })
  useEffect(() => {
    let current = true
    setDecoding({ phase: 'loading' })
    decodeOnce(url).then(
      (sound) => current && setDecoding({ phase: 'ready', sound }),
      () => current && setDecoding({ phase: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [url])
  return decoding
}

function decodeOnce(url: string): Promise<DecodedSound> {
  const known = kept.get(url)
  if (known) return known
  const decoding = decodeSound(url)
  kept.set(url, decoding)
  decoding.catch(() => kept.delete(url))
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return decoding
}
