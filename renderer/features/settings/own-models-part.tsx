import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { OwnModel } from '../../../shared/bridge/own-model-procedures.ts'
import type { ModelSummary } from '../../../shared/bridge/views.ts'
import { Button } from '../../ui/button.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useOwnModelsWords } from '../../words/own-models-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './own-models.module.css'
import type { OwnModelsStore } from './own-models-store.ts'
import settings from './settings-view.module.css'

const OwnModelDialog = dialogOnDemand(async () => (await import('./own-model-dialog.tsx')).OwnModelDialog)

interface OwnModelsPartProps {
  readonly ownModels: OwnModelsStore
  /** Those that are listed now. */
  readonly models: readonly ModelSummary[]
}

/** The models of this account that the person entered by hand (CAT156). */
export function OwnModelsPart({ ownModels, models: listed }: OwnModelsPartProps) {
  const words = useOwnModelsWords()
  const { models: modelWords, failures } = useWords()
  const notify = useNotify()
  const { account, models, failure } = useStore(ownModels.store)
  const [editing, setEditing] = useState<{ readonly model: OwnModel | null } | null>(null)
  useEffect(() => void ownModels.refresh(), [ownModels])

  async function remove({ path, name }: OwnModel): Promise<void> {
    if (account === null) return
    const removed = await ownModels.remove(account, path)
    if (!removed.ok) {
      notify(failures.sentence(removed.error), 'danger')
      return
    }
    const bringBack = async () => {
      const back = await ownModels.save(account, removed.value, null)
      if (!back.ok) notify(failures.sentence(back.error), 'danger')
    }
    notify(words.removed(name), 'calm', { label: words.undo, run: () => void bringBack() })
  }

  return (
    <section aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      <p className={settings.note}>{words.note}</p>
      {failure && (
        <p className={settings.problem} role="alert">
          {failures.sentence(failure)}
        </p>
      )}
      {models.length > 0 && (
        <ul className={settings.paths}>
          {models.map((model) => (
            <li key={model.path} className={styles.model}>
              <div>
                <span data-verbatim>{model.name}</span>{' '}
                <span className={styles.kind}>{modelWords.kind(model.kind)}</span>
                <p data-verbatim className={settings.code}>
                  {model.path}
                </p>
                {isDescribed(model, listed) && <p className={settings.note}>{words.described}</p>}
              </div>
              <div className={styles.actions}>
                <Button
                  look="quiet"
                  aria-label={words.editOf(model.name)}
                  onClick={() => setEditing({ model })}
                >
                  {words.edit}
                </Button>
                <Button
                  look="quiet"
                  aria-label={words.removeOf(model.name)}
                  onClick={() => void remove(model)}
                >
                  {words.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Button disabled={account === null} onClick={() => setEditing({ model: null })}>
          {words.add}
        </Button>
      </div>
      {account !== null && editing !== null && (
        <OwnModelDialog
          wanted
          onCancel={() => setEditing(null)}
          key={editing.model?.path ?? ''}
          model={editing.model}
          others={models.filter(({ path }) => path !== editing.model?.path)}
          onSave={(model) => ownModels.save(account, model, editing.model?.path ?? null)}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

/** Whether the model at its path is the service's own. */
function isDescribed({ path }: OwnModel, listed: readonly ModelSummary[]): boolean {
  return listed.some((model) => model.path === path && !model.isOwn)
}
