import { useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { inputReference } from '../../shared/form/input-reference.ts'
import { useWords } from '../words/words-context.tsx'
import { useFormServices } from './form-context.tsx'

interface InputUpload {
  /** The name of the file that is being read; null while none is. */
  readonly busy: string | null
  /** Why the last file was not taken, in words. */
  readonly refusal: string | null
  readonly refuse: (words: string | null) => void
  /** Hands files over one after another; answers the references of those that were taken. */
  readonly take: (files: readonly File[]) => Promise<string[]>
}

/** Brings files of one kind to the studio, for the fields that hold media. */
export function useInputUpload(kind: MediaKind): InputUpload {
  const { fields } = useWords()
  const { upload } = useFormServices()
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, refuse] = useState<string | null>(null)

  async function takeOne(file: File): Promise<string | null> {
    setBusy(file.name)
    const result = await upload(file)
    if (!result.ok) {
      refuse(result.code === 'disconnected' ? fields.media.failed : fields.media.refused(result.code))
      return null
    }
    if (result.value.kind !== kind) {
      refuse(fields.media.wrongKind(result.value.kind, kind))
      return null
    }
    return inputReference(result.value.sha256)
  }

  async function take(files: readonly File[]): Promise<string[]> {
    refuse(null)
    const references: string[] = []
    for (const file of files) {
      const reference = await takeOne(file)
      if (reference !== null) references.push(reference)
    }
    setBusy(null)
    return references
  }

  return { busy, refusal, refuse, take }
}
