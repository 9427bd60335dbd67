import { useAtelier } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore } from './library-store.ts'

/** Puts a file's model and settings back in the form of Create. */
export function useRemix(library: LibraryStore): (fileId: string) => Promise<void> {
  const { bridge, recipes, router } = useAtelier()
  const { failures } = useWords()
  const notify = useNotify()
  return async (fileId) => {
    const { opened } = library.store.getState()
    const known = opened?.fileId === fileId ? opened.submission : null
    const result = known ? null : await bridge.call('library.item', { fileId })
    if (result && !result.ok) {
      notify(failures.sentence(result.error), 'danger')
      return
    }
    const run = known ?? result?.value.submission
    if (!run) return
    recipes.offer({ modelId: run.modelId, values: run.values })
    router.go('create')
  }
}
