import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { findModel } from '../../../shared/catalog/index.ts'
import type { CodedReason } from '../../../shared/failures/reason.ts'
import { isModelPath } from '../../../shared/settings/model-path.ts'
import { addEnds, budgetOf, mostModelKinds, type Settings } from '../../../shared/settings/settings.ts'
import { refuse, respond } from '../bridge-result.ts'
import { type ChangeSettings, forShowing } from './change-settings.ts'
import type { SettingsStore } from './ports.ts'
import type { Reconnect } from './reconnect.ts'

export interface SettingsProceduresDeps {
  readonly settings: SettingsStore
  readonly change: ChangeSettings
  readonly reconnect: Reconnect
}

/** The procedures for the settings. */
export function createSettingsProcedures({ settings, change, reconnect }: SettingsProceduresDeps) {
  return {
    'settings.read': (): BridgeResult<Settings> => respond(forShowing(settings.read())),
    'settings.change'(patch: ParsedInput<'settings.change'>): BridgeResult<Settings> {
      const strange = findStrangePath(patch.modelPaths ?? {})
      if (strange) return refuse('invalid_input', strange, { field: 'modelPaths' })
      const { budget, budgets, agents, desktop, deferredEnds, modelKinds, ...others } = patch
      const now = settings.read()
      const bounds = budget && { budget: { ...now.budget, ...withoutAbsent(budget) } }
      const own = budgets && { budgets: { ...now.budgets, ...ownBudgets(now, budgets) } }
      const kinds = modelKinds && { modelKinds: addKinds(now.modelKinds, modelKinds) }
      const ofAgents = agents && { agents: { ...now.agents, ...withoutAbsent(agents) } }
      const ofDesktop = desktop && { desktop: { ...now.desktop, ...withoutAbsent(desktop) } }
      const ends = deferredEnds && { deferredEnds: addEnds(now.deferredEnds, deferredEnds) }
      const members = { ...bounds, ...own, ...kinds, ...ofAgents, ...ofDesktop, ...ends }
      return respond(change({ ...withoutAbsent(others), ...members }))
    },
    'service.reopen': reconnect,
  }
}

/** The newest ones stay, as many as are kept. */
function addKinds(known: Settings['modelKinds'], added: Settings['modelKinds']): Settings['modelKinds'] {
  return Object.fromEntries(Object.entries({ ...known, ...added }).slice(-mostModelKinds))
}

/** The fault of a path of another kind; null where there is none. A described model has its own path. */
function findStrangePath(paths: Settings['modelPaths']): CodedReason | null {
  for (const [id, path] of Object.entries(paths)) {
    const kind = findModel(id)?.kind
    if (!isModelPath(path, kind)) return { code: 'model_path_of_other_kind', model: id, kind: kind ?? '' }
  }
  return null
}

/** An account's first change of its own begins with the budgets that counted for it until then. */
function ownBudgets(
  now: Settings,
  changes: NonNullable<ParsedInput<'settings.change'>['budgets']>,
): Settings['budgets'] {
  return Object.fromEntries(
    Object.entries(changes).map(([account, change]) => [
      account,
      { ...budgetOf(now, account), ...withoutAbsent(change) },
    ]),
  )
}

type Present<Patch> = { [Name in keyof Patch]?: Exclude<Patch[Name], undefined> }

/** A member that is present but undefined is no change. */
function withoutAbsent<Patch extends object>(patch: Patch): Present<Patch> {
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Present<Patch>
}
