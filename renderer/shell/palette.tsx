import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import dialog from '../ui/dialog.module.css'
import popup from '../ui/popup.module.css'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useCatalog, useStudio } from './atelier-context.tsx'
import styles from './palette.module.css'
import { screens } from './router.ts'

interface Command {
  /** What it is found by. */
  readonly value: string
  readonly label: string
  readonly note: string | null
  readonly run: () => void
}

interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onShowKeys: () => void
}

/** Goes anywhere: screens, models and actions, found as one writes. */
export function Palette({ open, onClose, onShowKeys }: PaletteProps) {
  const { shell } = useWords()
  const groups = useCommandGroups(onShowKeys)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={dialog.backdrop} />
        <BaseDialog.Popup className={styles.popup} aria-label={shell.palette.title}>
          <Autocomplete.Root open inline items={groups} autoHighlight="always" keepHighlight>
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <Autocomplete.Input
                className={styles.input}
                aria-label={shell.palette.title}
                placeholder={shell.palette.placeholder}
              />
            </div>
            <Autocomplete.Empty className={styles.empty}>{shell.palette.none}</Autocomplete.Empty>
            <Autocomplete.List className={styles.list}>
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
                  <Autocomplete.GroupLabel className={styles.label}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.value}
                        value={command}
                        className={popup.item}
                        onClick={() => {
                          onClose()
                          command.run()
                        }}
                      >
                        <span className={popup.grow}>{command.label}</span>
                        {command.note && <span className={styles.note}>{command.note}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function useCommandGroups(onShowKeys: () => void): CommandGroup[] {
  const { shell, models: words } = useWords()
  const { router, recipes, studio } = useAtelier()
  const models = useCatalog((state) => state.models) ?? []
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')
  const pauseWords = isPaused ? shell.palette.resume : shell.palette.pause
  const pauseOrResume = {
    value: pauseWords,
    label: pauseWords,
    note: null,
    run: () => void (isPaused ? studio.resume() : studio.pause()),
  }
  const themes = ['dark', 'light', 'system'] as const
  return [
    {
      value: shell.palette.screens,
      items: screens.map((screen) => ({
        value: shell.screens[screen],
        label: shell.screens[screen],
        note: null,
        run: () => router.go(screen),
      })),
    },
    {
      value: shell.palette.models,
      items: models
        .filter((model) => model.deprecation?.state !== 'sunset')
        .map((model) => ({
          value: `${model.label} ${model.id}`,
          label: model.label,
          note: words.kind(model.kind),
          run() {
            recipes.lay({ modelId: model.id, values: {} })
            router.go('create')
          },
        })),
    },
    {
      value: shell.palette.actions,
      items: [
        ...themes.map((theme) => ({
          value: shell.palette.theme[theme],
          label: shell.palette.theme[theme],
          note: null,
          run: () => void studio.changeSettings({ theme }),
        })),
        pauseOrResume,
        { value: shell.keys, label: shell.keys, note: '?', run: onShowKeys },
      ],
    },
  ]
}
