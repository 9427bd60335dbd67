import { useRef, useState } from 'react'
import { mediaKinds } from '../../../shared/api/media.ts'
import type { ModelSummary, StudioStatus } from '../../../shared/bridge/views.ts'
import { ownMember } from '../../../shared/own-member.ts'
import { isModelPath } from '../../../shared/settings/model-path.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useAtelier, useCatalog, useRoute } from '../../shell/atelier-context.tsx'
import { pathItem } from '../../shell/setting-list.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useOwnModelsWords } from '../../words/own-models-words.ts'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { AccountsStore } from './accounts-store.ts'
import { DescriptionPlace } from './description-place.tsx'
import { OwnModelsPart } from './own-models-part.tsx'
import type { OwnModelsStore } from './own-models-store.ts'
import { useFocusFromAddress } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface PathsSectionProps {
  readonly settings: Settings
  readonly status: StudioStatus
  readonly accounts: AccountsStore
  readonly ownModels: OwnModelsStore
}

const fewPaths = 5

/** The path of each model at the service: from the description, or set by the person. */
export function PathsSection({ settings, status, accounts, ownModels }: PathsSectionProps) {
  const words = useSettingsWords()
  const models = useCatalog((state) => state.models) ?? []
  const usable = models.filter((model) => model.deprecation?.state !== 'sunset' && !model.isOwn)
  const [all, setAll] = useState(!status.service.described)
  const { changes } = useAtelier()
  const { item } = useRoute()
  if (!all && usable.some(({ id }) => pathItem(id) === item)) setAll(true)
  const shown = all ? usable : usable.slice(0, fewPaths)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.paths}</h2>
      <p className={styles.note}>{status.service.described ? words.pathsDescribed : words.pathsNote}</p>
      <DescriptionPlace settings={settings} status={status} accounts={accounts} />
      {status.service.described && (
        <Button data-quiet look="quiet" onClick={() => changes.setState({ isShown: true })}>
          {words.descriptionChanges}
        </Button>
      )}
      <ul className={styles.paths}>
        {shown.map((model) => (
          <PathRow key={model.id} model={model} settings={settings} isDescribed={status.service.described} />
        ))}
      </ul>
      {usable.length > fewPaths && (
        <Button data-quiet look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.pathsHide : words.pathsShow(usable.length)}
        </Button>
      )}
      <ToldKinds models={models} settings={settings} />
      <OwnModelsPart ownModels={ownModels} models={models} />
    </section>
  )
}

/** What the person said that a described model makes, where its description doesn't (CAT35), to be changed (CAT151). */
function ToldKinds({
  models,
  settings,
}: {
  readonly models: readonly ModelSummary[]
  readonly settings: Settings
}) {
  const words = useOwnModelsWords()
  const { models: modelWords } = useWords()
  const change = useChangeSettings()
  const told = models.flatMap(({ id, label, path }) => {
    const kind = path === null ? undefined : ownMember(settings.modelKinds, path)
    return path === null || kind === undefined ? [] : [{ id, label, path, kind }]
  })
  if (told.length === 0) return null
  return (
    <>
      <p className={styles.note}>{words.kindNote}</p>
      <ul className={styles.paths}>
        {told.map(({ id, label, path, kind }) => (
          <li key={id} className={styles.path}>
            <span data-verbatim className={styles.pathModel}>
              {label}
            </span>
            <Segmented
              label={words.kindOf(label)}
              options={mediaKinds.map((value) => ({ value, label: modelWords.kind(value) }))}
              value={kind}
              onChange={(next) => change({ modelKinds: { [path]: next } })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface PathRowProps {
  readonly model: ModelSummary
  readonly settings: Settings
  /** Whether the service's description was read. */
  readonly isDescribed: boolean
}

function PathRow({ model, settings, isDescribed }: PathRowProps) {
  const words = useSettingsWords()
  const change = useChangeSettings()
  const own = settings.modelPaths[model.id] ?? ''
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? own
  const row = useRef<HTMLLIElement>(null)
  useFocusFromAddress(pathItem(model.id), row)
  const invalid = text !== '' && !isModelPath(text, model.kind)
  const isKept = draft === null && own !== '' && isDescribed

  function keep() {
    if (draft === null || invalid || draft === own) return
    const { [model.id]: _, ...others } = settings.modelPaths
    change({ modelPaths: draft === '' ? others : { ...others, [model.id]: draft } })
    setDraft(null)
  }

  return (
    <li ref={row} className={styles.path}>
      <span className={styles.pathModel}>{model.label}</span>
      <span className={styles.pathValue}>
        <TextInput
          aria-label={words.pathOf(model.label)}
          value={text}
          placeholder={model.path ?? words.pathUnknown}
          invalid={invalid}
          onChange={setDraft}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
        {invalid && <span className={styles.problem}>{words.pathInvalid(model.kind)}</span>}
        {isKept && model.path !== own && <span className={styles.note}>{words.pathNotUsed}</span>}
        {isKept && model.path === own && model.isFormAssumed && (
          <span className={styles.note}>{words.pathWithoutForm}</span>
        )}
      </span>
    </li>
  )
}
