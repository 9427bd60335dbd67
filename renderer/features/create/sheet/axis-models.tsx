import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { Chips } from './chips.tsx'

interface AxisModelsProps {
  readonly modelIds: readonly string[]
  readonly detail: ModelDetail
  readonly onChange: (modelIds: string[]) => void
}

/** The models to compare, those that make the same kind of thing; one that can't be used says why. */
export function AxisModels({ modelIds, detail, onChange }: AxisModelsProps) {
  const { create } = useWords()
  const models = useCatalog((state) => state.models) ?? []
  const alike = models.filter((model) => model.kind === detail.kind)
  const chips = alike.map((model) => ({
    value: model.id,
    label: model.label,
    reason: reasonOf(model, create.sheet.modelReasons),
  }))
  return (
    <Chips
      label={create.sheet.valuesOf(create.sheet.model)}
      chips={chips}
      chosen={modelIds}
      onChange={(next) => onChange([...next])}
    />
  )
}

function reasonOf(
  { deprecation, path }: ModelSummary,
  reasons: { readonly sunset: string; readonly noPath: string },
): string | null {
  if (deprecation?.state === 'sunset') return reasons.sunset
  return path === null ? reasons.noPath : null
}
