import type { SettingsPatch } from '../../../shared/settings/settings.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'

/** Changes settings at once, and reports where that failed. */
export function useChangeSettings(): (patch: SettingsPatch) => void {
  const { studio } = useAtelier()
  const { failures } = useWords()
  const notify = useNotify()
  return async (patch) => {
    const result = await studio.changeSettings(patch)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }
}
