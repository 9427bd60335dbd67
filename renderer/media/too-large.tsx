import { ImageOff } from 'lucide-react'
import type { FileView } from '../../shared/bridge/views.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useWords } from '../words/words-context.tsx'

/** Replaces a file that has more pixels than a page decodes. */
export function TooLarge({ file }: { readonly file: FileView }) {
  const { media } = useWords()
  return (
    <EmptyState
      icon={<ImageOff aria-hidden="true" />}
      title={media.tooLargeOf(file.width ?? 0, file.height ?? 0)}
      body={media.tooLargeBody}
    />
  )
}
