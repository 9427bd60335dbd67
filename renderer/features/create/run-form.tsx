import { BookMarked } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Field } from '../../../shared/form/field.ts'
import { fieldsFromSchema, hasForms } from '../../../shared/form/fields-from-schema.ts'
import { describedFieldParts } from '../../forms/described-fields.tsx'
import { fieldParts, styleFieldParts } from '../../forms/fields-on-demand.tsx'
import { FormServicesProvider } from '../../forms/form-context.tsx'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { shownKeys } from '../../shell/keys.ts'
import { pageCommands } from '../../shell/page-commands.ts'
import { useCommand } from '../../shell/use-command.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, Slider } from '../../ui/controls-on-demand.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { layerOnDemand, partOnDemand, usePreload, usePreloadWhenIdle } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAfterPress } from '../../ui/use-after-press.ts'
import { useWords } from '../../words/words-context.tsx'
import { sayableProblems } from './composer/form-state.ts'
import type { FormStore } from './composer/form-store.ts'
import { comparesField } from './composer/plan-runs.ts'
import { FormSkeleton, focusField, reveal } from './form/form-skeleton.tsx'
import { RunBar } from './form/run-bar.tsx'
import type { ListStore } from './list/list-store.ts'
import type { MediaStore } from './media/media-store.ts'
import type { ModelUsesStore } from './models/model-uses-store.ts'
import type { PromptsStore } from './prompts/prompts-store.ts'
import type { RecipesStore } from './recipes/recipes-store.ts'
import styles from './run-form.module.css'

const FieldList = partOnDemand(
  async () => (await import('../../forms/field-list.tsx')).FieldList,
  <FormSkeleton />,
)
/** Only of requests that are one of several. */
const ChosenFieldList = partOnDemand(
  async () => (await import('./form/chosen-field-list.tsx')).ChosenFieldList,
  <FormSkeleton />,
)
const ModelPicker = partOnDemand(
  async () => (await import('./models/model-picker.tsx')).ModelPicker,
  <Skeleton height={48} />,
)
const PromptHistory = partOnDemand(
  async () => (await import('./prompts/prompt-history.tsx')).PromptHistory,
  <Skeleton width="24px" height={24} />,
)
/** The price and Generate are there before these are. */
const FormTools = partOnDemand(
  async () => (await import('./form-tools.tsx')).FormTools,
  <Skeleton width="60%" height={32} />,
)
const EndNote = partOnDemand(async () => (await import('./models/end-note.tsx')).EndNote)
const GoneNote = partOnDemand(async () => (await import('./models/end-note.tsx')).GoneNote)
const KindNote = partOnDemand(async () => (await import('./models/kind-note.tsx')).KindNote)
const OriginLayer = layerOnDemand(async () => (await import('./media/origin-layer.tsx')).OriginLayer)
const RestoredNote = partOnDemand(async () => (await import('./recipes/restored-note.tsx')).RestoredNote)
const UploadNote = partOnDemand(async () => (await import('./media/upload-note.tsx')).UploadNote)
const WildcardNote = partOnDemand(async () => (await import('./prompts/wildcard-note.tsx')).WildcardNote)
/** Its parser is only needed for a service’s own models. */
const Markdown = partOnDemand(
  async () => (await import('../../ui/markdown.tsx')).Markdown,
  <Skeleton width="80%" height={32} />,
)
const firstParts = [FieldList, ModelPicker, PromptHistory, ...fieldParts]
const ComparePanel = partOnDemand(async () => (await import('./sheet/compare-panel.tsx')).ComparePanel)
const partsToPreload = [Slider, Menu, ComparePanel, ...styleFieldParts, ...describedFieldParts]

interface RunFormProps {
  readonly form: FormStore
  readonly list: ListStore
  readonly recipes: RecipesStore
  readonly media: MediaStore
  readonly prompts: PromptsStore
  readonly uses: ModelUsesStore
  /** Shows on the stage what Generate would make. */
  readonly planButton: ReactNode
  /** Opens a model in the form, with the current values that it accepts. */
  readonly onChooseModel: (modelId: string) => Promise<void>
  readonly onGenerate: () => void
  /** Called with runs that are sent without Generate. */
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

/** The model and its settings, with the price and the Generate button at the bottom. */
export function RunForm({
  form,
  list,
  recipes,
  media,
  prompts,
  uses,
  planButton,
  onChooseModel,
  onGenerate,
  onSend,
}: RunFormProps) {
  const { create, shell, recipes: recipeWords } = useWords()
  const models = useCatalog((state) => state.models)
  const modelId = useStore(form.store, (state) => state.modelId)
  const chosen = models?.find((model) => model.id === modelId) ?? null
  const isGone = useStore(form.store, (state) => state.isGone)
  const fields = useRef<HTMLDivElement>(null)
  const toField = (name: string) => focusField(fields.current, name)
  usePreload(firstParts)
  usePreloadWhenIdle(partsToPreload)
  const refusal = useStore(form.store, (state) => state.refusal)
  useEffect(() => {
    if (refusal?.kind !== 'problems') return
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null
    reveal(invalid)
    const choice = invalid?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')
    ;(choice ?? invalid)?.focus()
  }, [refusal])
  const isRead = useStore(form.store, ({ detail }) => detail !== null)
  const promptIn = () => fields.current?.querySelector('textarea') ?? null
  useCommand('prompt', () => promptIn()?.focus(), isRead)
  return (
    <section aria-label={create.form} className={styles.form}>
      <div className={styles.picker}>
        <IconButton
          label={recipeWords.open}
          shortcut={shownKeys(pageCommands.recipes, shell.keyNames).join(' ')}
          icon={<BookMarked />}
          onClick={() => recipes.show()}
        />
        {models ? (
          <ModelPicker
            models={models}
            chosen={chosen}
            uses={uses}
            onChoose={(id) => void onChooseModel(id)}
            nextFocus={promptIn}
          />
        ) : (
          <Skeleton height={48} />
        )}
      </div>
      <div ref={fields} className={styles.fields}>
        {chosen?.deprecation && (
          <EndNote
            key={chosen.id}
            model={chosen}
            form={form}
            list={list}
            recipes={recipes}
            onGenerate={onGenerate}
            onSend={onSend}
          />
        )}
        {chosen?.isKindGuessed && <KindNote model={chosen} />}
        {isGone && modelId !== null && <GoneNote modelId={modelId} form={form} list={list} onSend={onSend} />}
        <OriginLayer form={form} media={media} />
        <RestoredNote recipes={recipes} form={form} onField={toField} />
        <FormFields form={form} prompts={prompts} />
      </div>
      <UploadNote media={media} />
      <RunBar
        form={form}
        tools={<FormTools form={form} list={list} planButton={planButton} onSend={onSend} />}
        onGenerate={onGenerate}
        onField={toField}
      />
    </section>
  )
}

function FormFields({ form, prompts }: Pick<RunFormProps, 'form' | 'prompts'>) {
  const { create } = useWords()
  const state = useStore(form.store)
  const afterPress = useAfterPress()
  const { detail, values, seedLocked, refusal, axes, advanced } = state
  const [entersCompare, setEntersCompare] = useState(false)
  const openCompare = () => {
    if (axes === null) form.compare([])
    setEntersCompare(true)
  }
  useCommand('compare', openCompare, detail !== null)
  const setsPrice = useMemo(() => {
    const priced = new Set(detail?.pricing?.points.flatMap(({ dimensions }) => Object.keys(dimensions)))
    return (name: string) => priced.has(name) || priced.has(`has_${name}`)
  }, [detail])
  const isShown = useCallback((field: Field) => !comparesField(axes, field.name), [axes])
  const every = useMemo(() => (detail ? fieldsFromSchema(detail.schema) : []), [detail])
  const fields = useMemo(() => every.filter(isShown), [every, isShown])
  const problems = useMemo(() => sayableProblems(state), [state])
  const visit = useCallback((name: string) => afterPress(() => form.visit(name)), [afterPress, form])
  // While these are equal, so are the untouched fields.
  const services = useMemo(
    () => ({
      seedLocked,
      setSeedLocked: form.setSeedLocked,
      promptTools: <PromptHistory form={form} history={prompts} />,
      promptNote: <WildcardNote form={form} />,
    }),
    [seedLocked, form, prompts],
  )
  if (!detail) {
    return refusal?.kind === 'failure' ? <EmptyState title={create.formFailed} /> : <FormSkeleton />
  }
  const list = {
    fields,
    values,
    problems,
    onChange: form.setValue,
    onVisit: visit,
    setsPrice,
    isOpen: advanced.includes(detail.id),
    onOpen: form.setAdvanced,
  }
  return (
    <FormServicesProvider value={services}>
      {axes && (
        <ComparePanel
          form={form}
          detail={detail}
          axes={axes}
          takesFocus={entersCompare}
          onFocused={() => setEntersCompare(false)}
        />
      )}
      {every.length === 0 && !hasForms(detail.schema) && (
        <p className={styles.withoutFields}>{create.withoutFields}</p>
      )}
      {hasForms(detail.schema) ? (
        <ChosenFieldList {...list} key={detail.id} schema={detail.schema} isShown={isShown} />
      ) : (
        <FieldList {...list} key={detail.id} />
      )}
      {detail.notes.length > 0 && (
        <aside className={styles.notes}>
          <h2>{create.notes}</h2>
          {detail.notesFormat === 'markdown' ? (
            <Markdown text={detail.notes.join('\n\n')} />
          ) : (
            <ul>
              {detail.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </aside>
      )}
    </FormServicesProvider>
  )
}
