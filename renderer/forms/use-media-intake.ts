import { type ClipboardEvent, type DragEvent, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { useWords } from '../words/words-context.tsx'
import { useInputUpload } from './use-input-upload.ts'

interface MediaIntakeInput {
  readonly kind: MediaKind
  /** More than one at once. */
  readonly many: boolean
  readonly onTake: (values: string[]) => void
}

/** Every way media come into a field: files chosen, dropped or pasted, and URLs. */
export function useMediaIntake({ kind, many, onTake }: MediaIntakeInput) {
  const { fields } = useWords()
  const { busy, refusal, refuse, take } = useInputUpload(kind)
  const [over, setOver] = useState(false)

  async function takeFiles(files: FileList | null) {
    const chosen = [...(files ?? [])].slice(0, many ? undefined : 1)
    const values = chosen.length > 0 ? await take(chosen) : []
    if (values.length > 0) onTake(values)
  }

  /** Answers whether it was one. */
  function takeUrl(text: string): boolean {
    const url = text.trim()
    const isUrl = isWebUrl(url)
    refuse(isUrl ? null : fields.media.notAnUrl)
    if (isUrl) onTake([url])
    return isUrl
  }

  const dropping = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const url = event.dataTransfer.getData('text/uri-list').split('\n')[0] ?? ''
      if (event.dataTransfer.files.length > 0) void takeFiles(event.dataTransfer.files)
      else if (url !== '') takeUrl(url)
    },
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    if (event.clipboardData.files.length > 0) void takeFiles(event.clipboardData.files)
    else takeUrl(event.clipboardData.getData('text/plain'))
  }

  return { busy, refusal, over, dropping, paste, takeFiles, takeUrl }
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}
