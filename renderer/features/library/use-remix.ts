import { useAtelier } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore } from './library-store.ts'

/** Loads a file's model and settings into the form of Create. */
export function useRemix(library: LibraryStore): (fileId: string) => Promise<void> {
  const { recipes, router } = useAtelier()
  const { failures } = useWords()
  const notify = useNotify()
  return async (fileId) => {
    const run = await library.runOf(fileId)
    if (!run.ok) {
      notify(failures.sentence(run.error), 'danger')
      return
    }
    recipes.offer({ modelId: run.value.modelId, values: run.value.values })
    router.go('create')
  }
}
