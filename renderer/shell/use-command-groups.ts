import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { SettingsPatch } from '../../shared/settings/settings.ts'
import { titleOf } from '../actions/subject-title.ts'
import { useActions } from '../actions/use-actions.ts'
import { useNotify } from '../ui/toaster.tsx'
import { chooseWords, offeredLanguages } from '../words/languages.ts'
import { useSettingsWords } from '../words/settings-words.ts'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useCatalog, useStudio } from './atelier-context.tsx'
import type { Found } from './found-items.ts'
import { type CommandGroup, commandGroups } from './palette-commands.ts'

interface Wanted {
  readonly search: string
  /** What the search finds in the library. */
  readonly found: Found
  /** Of the actions on the shown result: those that are possible now, or all that it has. */
  readonly shows: 'available' | 'all'
  readonly onShowKeys: () => void
}

/** The commands that there are now, for the palette and the desktop's menu. */
export function useCommandGroups({ search, found, shows, onShowKeys }: Wanted): readonly CommandGroup[] {
  const words = useWords()
  const settingsWords = useSettingsWords()
  const atelier = useAtelier()
  const notify = useNotify()
  const { subject, batchAct } = useStore(atelier.shownResult)
  const items = useActions(subject).filter(({ isAvailable }) => isAvailable || shows === 'all')
  const models = useCatalog((state) => state.models) ?? []
  const settings = useStudio((state) => state.settings)
  const host = useStudio(({ status }) => status?.host)
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')
  const languages = useMemo(
    () => offeredLanguages().map((tag) => ({ tag, name: chooseWords(tag).shell.languageName })),
    [],
  )
  async function change(patch: SettingsPatch) {
    const result = await atelier.studio.changeSettings(patch)
    if (!result.ok) notify(words.failures.sentence(result.error), 'danger')
  }

  async function pauseOrResume() {
    const { studio } = atelier
    const result = await (isPaused ? studio.resume() : studio.pause())
    if (!result.ok) notify(words.failures.sentence(result.error), 'danger')
  }

  async function switchTo(accountId: string) {
    const result = await atelier.studio.chooseAccount(accountId)
    if (!result.ok) return notify(words.failures.sentence(result.error), 'danger')
    notify(settingsWords.switchedTo(result.value.service.accountName ?? words.shell.sandbox))
  }

  return commandGroups({
    atelier,
    change: (patch) => void change(patch),
    pauseOrResume: () => void pauseOrResume(),
    switchTo: (accountId) => void switchTo(accountId),
    words,
    settingsWords,
    search,
    models,
    settings,
    isInBrowser: host === 'browser',
    isDesktop: host === 'desktop',
    isPaused,
    languages,
    onResult: subject && { title: titleOf(subject, words.actions), items },
    batchAct,
    found,
    onShowKeys,
  })
}
