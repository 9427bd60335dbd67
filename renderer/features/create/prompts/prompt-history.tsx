import { Combobox } from '@base-ui/react/combobox'
import { History } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { UsedPrompt } from '../../../../shared/bridge/recipe-procedures.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { shownKeys } from '../../../shell/keys.ts'
import { pageCommands } from '../../../shell/page-commands.ts'
import { useCommand } from '../../../shell/use-command.ts'
import { IconButton } from '../../../ui/button.tsx'
import { isComposing } from '../../../ui/is-composing.ts'
import popup from '../../../ui/popup.module.css'
import { SearchPopup, SearchTrigger } from '../../../ui/search-popup.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import styles from './prompt-history.module.css'
import type { PromptsStore } from './prompts-store.ts'
import { useTakePrompt } from './use-take-prompt.ts'

/** The distance to the end, in pixels and in prompts, at which more are read. */
const nearPixels = 400
const nearPrompts = 8

interface PromptHistoryProps {
  readonly form: FormStore
  readonly history: PromptsStore
}

/** Every prompt of earlier runs, searched while typing; the chosen one replaces the field's text. */
export function PromptHistory({ form, history }: PromptHistoryProps) {
  const { recipes, shell } = useWords()
  const { history: words } = recipes
  const take = useTakePrompt(form)
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const panel = button?.closest('section')
  const { prompts, search: matched, failed } = useStore(history.store)
  const isReading = open && matched !== search
  const [takesFirst, setTakesFirst] = useState(false)
  const isHighlighted = useRef(false)
  const hasChosen = useRef(false)
  const more = () => void history.more()
  useEffect(() => {
    if (!open) return
    hasChosen.current = false
    void history.look(search)
    return history.stop
  }, [open, search, history])
  useCommand('history', () => setOpen(true))

  function choose({ prompt }: UsedPrompt) {
    hasChosen.current = true
    change(false, '')
    take(prompt)
  }

  function change(nextOpen: boolean, nextSearch: string) {
    setOpen(nextOpen)
    setSearch(nextSearch)
    setTakesFirst(false)
  }

  /**
   * Enter during a search is for what it will find: the list still shows what was found before. Right after, its
   * first prompt is not highlighted yet.
   */
  const takeFirstOnceRead: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    if (key !== 'Enter' || isComposing(nativeEvent)) return
    if (!isReading && (isHighlighted.current || search === '')) return
    if (ctrlKey || metaKey || altKey || shiftKey) return
    event.preventBaseUIHandler()
    event.preventDefault()
    // Without a search no prompt is highlighted for Enter.
    setTakesFirst(search !== '')
  }

  useEffect(() => {
    if (!takesFirst || isReading) return
    setTakesFirst(false)
    const [first] = prompts ?? []
    if (first) choose(first)
  })

  return (
    <Combobox.Root
      items={prompts ?? []}
      filter={null}
      value={null}
      open={open}
      onOpenChange={(next) => change(next, '')}
      inputValue={search}
      onInputValueChange={(text, { reason }) => reason.startsWith('input-') && change(open, text)}
      itemToStringLabel={({ prompt }: UsedPrompt) => prompt}
      isItemEqualToValue={(one: UsedPrompt, other: UsedPrompt) => one.prompt === other.prompt}
      onValueChange={(chosen: UsedPrompt | null) => chosen && choose(chosen)}
      onItemHighlighted={(item, { index }) => {
        isHighlighted.current = item !== undefined
        if (index >= (prompts?.length ?? 0) - nearPrompts) more()
      }}
      autoHighlight
    >
      <SearchTrigger
        render={
          <IconButton
            ref={setButton}
            small
            label={words.open}
            shortcut={shownKeys(pageCommands.history, shell.keyNames).join(' ')}
            icon={<History />}
          />
        }
      />
      <SearchPopup
        label={words.open}
        searchLabel={words.search}
        none={failed ? words.failed : prompts && (search === '' ? words.none : words.nothingFound)}
        className={styles.popup}
        align="end"
        within={panel}
        nextFocus={() => (hasChosen.current ? (panel?.querySelector('textarea') ?? null) : null)}
        input={{ maxLength: 500, onKeyDown: takeFirstOnceRead }}
      >
        <Combobox.List
          className={popup.list}
          aria-label={words.list}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
            scrollHeight - scrollTop - clientHeight < nearPixels && more()
          }
        >
          {(one: UsedPrompt) => <PromptOption key={one.prompt} one={one} />}
        </Combobox.List>
      </SearchPopup>
    </Combobox.Root>
  )
}

function PromptOption({ one }: { readonly one: UsedPrompt }) {
  const { history: words } = useWords().recipes
  const models = useCatalog((state) => state.models)
  const model = models?.find(({ id }) => id === one.modelId)
  const facts = [model?.label ?? one.modelId, words.times(one.times)]
  return (
    <Combobox.Item value={one} className={`${popup.item} ${styles.option}`}>
      <span className={styles.thumb}>
        <Thumb kind={model?.kind ?? 'image'} file={one.file} alt="" />
      </span>
      <span data-verbatim className={styles.prompt}>
        {one.prompt}
      </span>
      <span className={styles.note}>
        {facts.join(' · ')} ·{' '}
        <time dateTime={one.usedAt} className={styles.when}>
          {words.usedAt(one.usedAt)}
        </time>
      </span>
    </Combobox.Item>
  )
}
