import type { MediaKind } from '../../shared/api/media.ts'
import type { KeptRecipe, UsedPrompt } from '../../shared/bridge/recipe-procedures.ts'
import type { FileView, LibraryItem, ModelSummary } from '../../shared/bridge/views.ts'
import { sandboxAccountId } from '../../shared/settings/account.ts'
import type { Settings, SettingsPatch } from '../../shared/settings/settings.ts'
import type { BatchAct } from '../actions/shown-result.ts'
import type { ActionItem } from '../actions/use-actions.ts'
import { keyWordsIn } from '../words/key-words.ts'
import type { SettingsWords } from '../words/settings-words.ts'
import type { Words } from '../words/words-context.tsx'
import type { Atelier } from './atelier-context.tsx'
import type { Found } from './found-items.ts'
import { adoptKey, importKey } from './import-key.ts'
import { type ActionKey, shownKeys } from './keys.ts'
import { commandIds, pageCommands, pauseKey } from './page-commands.ts'
import { screens } from './router.ts'
import { browserScreenKey, screenKey } from './screen-keys.ts'
import { listSettings, pathItem } from './setting-list.ts'

export interface Command {
  /** Different for each. */
  readonly value: string
  /** Further search terms; null where it was found already. */
  readonly terms: string | null
  readonly label: string
  readonly note: string | null
  /** Its key, for menus that show keys their own way. */
  readonly key?: ActionKey
  /** False: it is shown, and can’t be done now; absent: it can. */
  readonly isPossible?: boolean
  /** What it leads to, to be shown as a thumbnail. */
  readonly shows?: { readonly kind: MediaKind; readonly file: FileView | null }
  /** Whether it moves the focus, which otherwise returns to where it was. */
  readonly movesFocus?: true
  readonly run: () => void
}

export interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

export interface PaletteInput {
  readonly atelier: Pick<Atelier, 'router' | 'recipes' | 'commands' | 'collecting'>
  /** Changes settings; a failure is shown to the person. */
  readonly change: (patch: SettingsPatch) => void
  readonly words: Words
  readonly settingsWords: SettingsWords
  readonly search: string
  readonly models: readonly ModelSummary[]
  /** Null until they are read. */
  readonly settings: Settings | null
  /** Whether the page is in a browser, which has keys of its own. */
  readonly isInBrowser: boolean
  /** Whether it is in a desktop’s window, which has settings of its own. */
  readonly isDesktop: boolean
  readonly isPaused: boolean
  readonly pauseOrResume: () => void
  /** Makes an account the active one. */
  readonly switchTo: (accountId: string) => void
  /** The languages that can be chosen, each with its own name. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[]
  /** The possible actions on the result that is shown, under its name. */
  readonly onResult: { readonly title: string; readonly items: readonly ActionItem[] } | null
  readonly batchAct: BatchAct | null
  readonly found: Found
  readonly onShowKeys: () => void
}

/**
 * Every command that there is now. What is found later stands behind what a search finds at once, so that it
 * doesn’t move what is about to be chosen.
 */
export function commandGroups(input: PaletteInput): readonly CommandGroup[] {
  const { words, settingsWords, search, onResult } = input
  const late = foundGroups(input)
  const groups = [
    { value: keyWordsIn(words).palette.screens, items: screenCommands(input) },
    {
      value: onResult?.title ?? '',
      items: onResult?.items.map((item) => toResultCommand(item, words)) ?? [],
    },
    { value: keyWordsIn(words).palette.actions, items: actionCommands(input) },
    ...(search === ''
      ? [...late, models(input)]
      : [
          { value: keyWordsIn(words).palette.settings, items: settingCommands(input) },
          models(input),
          { value: settingsWords.paths, items: pathCommands(input) },
          ...late,
        ]),
  ]
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => ({ ...group, items: bestNamedFirst(group.items, search) }))
}

/**
 * The commands in their order, but those first whose name holds the search as it was typed, then those whose name has
 * all its words. What was found elsewhere keeps its order: it matched by more than its name.
 */
function bestNamedFirst(commands: readonly Command[], search: string): readonly Command[] {
  const typed = search.toLowerCase()
  if (typed === '') return commands
  const rank = ({ label, terms }: Command) => {
    if (terms === null) return 0
    const name = label.toLowerCase()
    if (name.includes(typed)) return 0
    return typed.split(/\s+/).every((word) => name.includes(word)) ? 1 : 2
  }
  return commands.toSorted((one, other) => rank(one) - rank(other))
}

/** Whether every typed word is in a command’s search terms. */
export function matchesCommand({ label, terms }: Command, query: string): boolean {
  if (terms === null) return true
  const text = `${label} ${terms}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function screenCommands({ atelier, isInBrowser, words: { shell } }: PaletteInput): Command[] {
  return screens.map((screen, place) => {
    const key = (isInBrowser ? browserScreenKey : screenKey)(place)
    return {
      value: `screen ${screen}`,
      label: shell.screens[screen],
      terms: '',
      note: noteOf(key, shell),
      key,
      run: () => atelier.router.go(screen),
    }
  })
}

function toResultCommand({ id, name, keys, binding, isAvailable, run }: ActionItem, words: Words): Command {
  const { actionTerms } = keyWordsIn(words)
  const terms = actionTerms[id as keyof typeof actionTerms] ?? ''
  const shown = { label: name, note: keys.join(' '), key: binding, isPossible: isAvailable }
  return { value: `action ${id}`, terms, ...shown, run }
}

function actionCommands(input: PaletteInput): Command[] {
  const { atelier, words, models, isPaused, pauseOrResume, batchAct, onShowKeys } = input
  const { shell } = words
  const { router, commands, collecting } = atelier
  const { keyActions, commandTerms, actionTerms } = keyWordsIn(words)
  const canList = models.some(isUsable)
  const onCreate = commandIds
    .filter((id) => id !== 'pasteList' || canList)
    .map(
      (id): Command => ({
        value: `command ${id}`,
        label: keyActions[id],
        terms: commandTerms[id as keyof typeof commandTerms] ?? '',
        note: noteOf(pageCommands[id], shell),
        key: pageCommands[id],
        movesFocus: true,
        run() {
          commands.ask(id)
          router.go('create')
        },
      }),
    )
  return [
    ...onCreate,
    ...(batchAct
      ? [{ value: 'batch', label: batchAct.name, terms: actionTerms.cancel, note: null, run: batchAct.run }]
      : []),
    {
      value: 'pause',
      label: isPaused ? keyWordsIn(words).palette.resume : keyWordsIn(words).palette.pause,
      terms: '',
      note: noteOf(pauseKey, shell),
      key: pauseKey,
      run: pauseOrResume,
    },
    {
      value: 'import',
      label: keyActions.importFolder,
      terms: keyWordsIn(words).palette.importTerms,
      note: noteOf(importKey, shell),
      key: importKey,
      movesFocus: true,
      run() {
        collecting.setState({ importing: 'folder' })
        router.go('library')
      },
    },
    {
      value: 'adopt',
      label: keyActions.adoptJobs,
      terms: keyWordsIn(words).palette.adoptTerms,
      note: noteOf(adoptKey, shell),
      key: adoptKey,
      movesFocus: true,
      run() {
        collecting.setState({ importing: 'jobs' })
        router.go('library')
      },
    },
    ...accountCommands(input),
    { value: 'keys', label: shell.keys, terms: '', note: '?', key: { key: '?' }, run: onShowKeys },
  ]
}

/** Each account; there is nothing to switch while there is only the sandbox. */
function accountCommands({ words, settingsWords, settings, switchTo }: PaletteInput): Command[] {
  if (!settings || settings.accounts.length === 0) return []
  const own = settings.accounts.map(({ id, name }) => ({ id, name }))
  const active = own.find(({ id }) => id === settings.activeAccount)?.id ?? sandboxAccountId
  return [{ id: sandboxAccountId, name: words.shell.sandbox }, ...own].map(({ id, name }) => ({
    value: `account ${id}`,
    label: keyWordsIn(words).palette.switchTo(name),
    terms: settingsWords.accounts,
    note: id === active ? keyWordsIn(words).palette.current : null,
    run: () => switchTo(id),
  }))
}

/** Each setting by its name, and each value of those that are a choice. */
function settingCommands(input: PaletteInput): Command[] {
  const { settingsWords, settings, languages } = input
  if (!settings) return []
  return [
    ...choiceCommands(input, settings),
    ...listSettings(settingsWords, settings, { languages: languages.length, isDesktop: input.isDesktop }).map(
      ({ id, name, section }) => settingCommand(input, id, name, section),
    ),
  ]
}

/** Behind the models: whoever types a model’s name means the model. */
function pathCommands(input: PaletteInput): Command[] {
  const { paths, pathOf } = input.settingsWords
  return input.models
    .filter(isUsable)
    .map(({ id, label }) => settingCommand(input, pathItem(id), pathOf(label), paths))
}

function settingCommand({ atelier }: PaletteInput, item: string, label: string, section: string): Command {
  return {
    value: `setting ${item}`,
    label,
    terms: section,
    note: section,
    movesFocus: true,
    run: () => atelier.router.go('settings', item),
  }
}

function choiceCommands(
  { change, words, settingsWords: names, languages }: PaletteInput,
  settings: Settings,
): Command[] {
  const { webhooks, theme, language } = settings
  const choice = (label: string, isCurrent: boolean, patch: SettingsPatch, terms = ''): Command => ({
    value: `choice ${label}`,
    label,
    terms: `${names.title} ${terms}`,
    note: isCurrent ? keyWordsIn(words).palette.current : null,
    run: () => change(patch),
  })
  const themes = (['dark', 'light', 'system'] as const).map((value) =>
    choice(
      keyWordsIn(words).palette.change(names.theme, names.themes[value]),
      theme === value,
      { theme: value },
      names.themeTerms,
    ),
  )
  const deliveries = (['polling', 'webhook'] as const).map((value) => {
    const enabled = value === 'webhook'
    const label = keyWordsIn(words).palette.change(names.delivery, names.webhooks.choices[value])
    return choice(label, webhooks.enabled === enabled, { webhooks: { ...webhooks, enabled } })
  })
  const spoken = languages.length > 1 ? languages : []
  return [
    ...themes,
    ...deliveries,
    ...spoken.map(({ tag, name }) =>
      choice(keyWordsIn(words).palette.change(names.language, name), language === tag, { language: tag }),
    ),
  ]
}

function models({ atelier, words, models: known }: PaletteInput): CommandGroup {
  return {
    value: keyWordsIn(words).palette.models,
    items: known.filter(isUsable).map((model) => ({
      value: `model ${model.id}`,
      label: model.label,
      terms: `${model.id} ${words.models.kind(model.kind)} ${model.description ?? ''}`,
      note: words.models.kind(model.kind),
      movesFocus: true,
      run() {
        atelier.recipes.offer({ modelId: model.id, values: {} })
        atelier.router.go('create')
      },
    })),
  }
}

function foundGroups({ atelier, words, models: known, found }: PaletteInput): CommandGroup[] {
  const { router, recipes, commands } = atelier
  const modelOf = (modelId: string) => known.find(({ id }) => id === modelId)
  const labelOf = (modelId: string) => modelOf(modelId)?.label ?? words.recipes.unknownModel(modelId)

  const toRecipe = ({ recipeId, name, modelId, values }: KeptRecipe): Command => ({
    value: `recipe ${recipeId}`,
    label: name,
    terms: null,
    note: labelOf(modelId),
    run() {
      recipes.offer({ modelId, values, kept: { recipeId, name } })
      router.go('create')
    },
  })
  const toPrompt = ({ prompt, modelId, usedAt, file }: UsedPrompt): Command => ({
    value: `prompt ${prompt}`,
    label: prompt,
    terms: null,
    note: `${labelOf(modelId)} · ${words.recipes.history.usedAt(usedAt)}`,
    shows: { kind: file?.kind ?? modelOf(modelId)?.kind ?? 'image', file },
    movesFocus: true,
    run() {
      commands.offerPrompt(prompt)
      commands.ask('prompt')
      router.go('create')
    },
  })
  const toResult = (item: LibraryItem): Command => ({
    value: `result ${item.fileId}`,
    label: item.prompt === '' ? item.name : item.prompt,
    terms: null,
    note: `${item.modelLabel} · ${words.recipes.history.usedAt(item.savedAt)}`,
    shows: { kind: item.kind, file: item },
    movesFocus: true,
    run: () => router.go('library', item.fileId),
  })
  return [
    { value: words.recipes.open, items: found.recipes.map(toRecipe) },
    { value: keyWordsIn(words).palette.prompts, items: found.prompts.map(toPrompt) },
    { value: keyWordsIn(words).palette.results, items: found.results.map(toResult) },
  ]
}

function isUsable({ deprecation }: ModelSummary): boolean {
  return deprecation?.state !== 'sunset'
}

function noteOf(key: ActionKey, { keyNames }: Words['shell']): string {
  return shownKeys(key, keyNames).join(' ')
}
