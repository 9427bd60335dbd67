import { useEffect, useState } from 'react'
import { type DecodedAudio, decodeAudio } from './decode-audio.ts'

const kept = new Map<string, Promise<DecodedAudio>>()
const mostKept = 24

type Decoding =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly audio: DecodedAudio }
  | { readonly phase: 'failed' }

/** An audio file's waveform and length; the last ones stay in memory. */
export function useDecodedAudio(url: string): Decoding {
  const [decoding, setDecoding] = useState<Decoding>({ phase: 'loading' })
  useEffect(() => {
    let current = true
    setDecoding({ phase: 'loading' })
    decodeOnce(url).then(
      (audio) => current && setDecoding({ phase: 'ready', audio }),
      () => current && setDecoding({ phase: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [url])
  return decoding
}

function decodeOnce(url: string): Promise<DecodedAudio> {
  const known = kept.get(url)
  if (known) return known
  const decoding = decodeAudio(url)
  kept.set(url, decoding)
  decoding.catch(() => kept.delete(url))
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return decoding
}
