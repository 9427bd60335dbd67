import { Menu } from '@base-ui/react/menu'
import { Lightbulb } from 'lucide-react'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import popup from '../../../ui/popup.module.css'
import { useExamplesWords } from '../../../words/examples-words.ts'
import styles from './examples-menu.module.css'

interface ExamplesMenuProps {
  readonly modelId: string
  readonly examples: NonNullable<ModelDetail['examples']>
}

/** The requests that the model’s description shows, each a way to fill the form (CAT153). */
export function ExamplesMenu({ modelId, examples }: ExamplesMenuProps) {
  const words = useExamplesWords()
  const { recipes } = useAtelier()
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="quiet" icon={<Lightbulb />} />}>{words.open}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner
          role="region"
          aria-label={words.open}
          className={popup.positioner}
          sideOffset={4}
          align="start"
        >
          <Menu.Popup className={popup.popup}>
            <Menu.Group className={`${popup.list} ${styles.list}`}>
              <Menu.GroupLabel className={styles.from}>{words.from}</Menu.GroupLabel>
              {examples.map(({ title, values, leftOut, lacks }, index) => {
                const prompt = typeof values.prompt === 'string' ? values.prompt : null
                const facts = [
                  words.settings(Object.keys(values).length),
                  ...(leftOut.length > 0 ? [words.leftOut(leftOut)] : []),
                  ...(lacks.length > 0 ? [words.lacks(lacks)] : []),
                ]
                return (
                  <Menu.Item
                    // biome-ignore lint/suspicious/noArrayIndexKey: two examples may read the same.
                    key={index}
                    className={`${popup.item} ${styles.example}`}
                    onClick={() => recipes.offer({ modelId, values })}
                  >
                    <span data-verbatim className={styles.title}>
                      {title ?? prompt ?? words.untitled(index + 1)}
                    </span>
                    {title !== null && prompt !== null && (
                      <span data-verbatim className={styles.prompt}>
                        {prompt}
                      </span>
                    )}
                    <span className={styles.facts}>{facts.join(' · ')}</span>
                  </Menu.Item>
                )
              })}
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
