import { ImageOff } from 'lucide-react'
import type { MediaKind } from '../../shared/api/media.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useViewingWords } from '../words/viewing-words.ts'

/** Replaces a file that is here, but that this browser can’t read: it is damaged, or of a format that isn’t known here. */
export function NotShown({ kind }: { readonly kind: MediaKind }) {
  const words = useViewingWords()
  const { title, body } = kind === 'image' ? words.cannotShow : words.cannotPlay
  return <EmptyState icon={<ImageOff aria-hidden="true" />} title={title} body={body} />
}
