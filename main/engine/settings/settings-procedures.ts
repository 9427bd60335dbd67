import type { ProbeVerdict } from '../../../shared/api/probe.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { EventPayload } from '../../../shared/bridge/events.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { KeptKey, StudioStatus } from '../../../shared/bridge/views.ts'
import { findModel } from '../../../shared/catalog/index.ts'
import { type CodedReason, reasonOf } from '../../../shared/failures/reason.ts'
import { isInClear, isSameBaseUrl, withoutPassword } from '../../../shared/settings/base-url.ts'
import { isModelPath } from '../../../shared/settings/model-path.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { refuse, respond } from '../bridge-result.ts'
import { reasonIn } from '../reason-error.ts'
import type { ConnectionManager } from '../service/connection.ts'
import { keyEnding } from '../service/key-ending.ts'
import type { Secrets } from '../service/ports.ts'
import type { SettingsStore } from './ports.ts'

export interface SettingsProceduresDeps {
  readonly settings: SettingsStore
  readonly secrets: Secrets
  readonly connection: ConnectionManager
  status(): StudioStatus
  onChanged(settings: EventPayload<'settings.changed'>): void
  onReconnected(): void
}

/** The procedures for the settings and the connected service. */
export function createSettingsProcedures(deps: SettingsProceduresDeps) {
  const { settings, secrets, connection, status } = deps

  function change(patch: Partial<Settings>): Settings {
    const next = { ...settings.read(), ...patch }
    settings.write(next)
    const shown = forShowing(next)
    deps.onChanged(shown)
    return shown
  }

  async function reconnect(): Promise<BridgeResult<StudioStatus>> {
    const opened = await connection.open()
    if (!opened.ok) return refuse('service_unreachable', reasonIn(opened.error))
    deps.onReconnected()
    return respond(status())
  }

  return {
    'settings.read': (): BridgeResult<Settings> => respond(forShowing(settings.read())),
    'settings.change'(patch: ParsedInput<'settings.change'>): BridgeResult<Settings> {
      const strange = findStrangePath(patch.modelPaths ?? {})
      if (strange) return refuse('invalid_input', strange, { field: 'modelPaths' })
      const { budget, ...others } = patch
      const bounds = budget && { budget: { ...settings.read().budget, ...withoutAbsent(budget) } }
      return respond(change({ ...withoutAbsent(others), ...bounds }))
    },
    async 'service.connect'(input: ParsedInput<'service.connect'>): Promise<BridgeResult<StudioStatus>> {
      const { baseUrl, key, consent, allowHttp, keepUntested } = input
      const insists = isInClear(baseUrl)
      if (insists && !allowHttp)
        return refuse(
          'http_not_allowed',
          { code: 'address_in_clear', address: baseUrl },
          { field: 'baseUrl' },
        )
      const verdict = await connection.probe({
        baseUrl,
        key: key ?? (await secrets.read(baseUrl))?.key ?? null,
      })
      if (verdict !== 'fine' && !(keepUntested && isUntested(verdict))) return refuseVerdict(verdict)
      if (key !== undefined) {
        const kept = await secrets.write(baseUrl, key, consent)
        if (!kept.ok) return refuse(kept.error.code, reasonIn(kept.error), { field: 'key' })
      }
      change({ service: { baseUrl, ...(insists && { httpAllowedFor: baseUrl }) } })
      await connection.accounts.choose(baseUrl)
      return reconnect()
    },
    async 'service.keptKey'({ baseUrl }: ParsedInput<'service.keptKey'>): Promise<BridgeResult<KeptKey>> {
      const stored = await secrets.read(baseUrl)
      const given = secrets.fromEnvironment
      return respond({
        source: stored?.source ?? 'none',
        ending: stored && keyEnding(stored.key),
        elsewhere: given && !isSameBaseUrl(given.baseUrl, baseUrl) ? { baseUrl: given.baseUrl } : null,
      })
    },
    'service.useSandbox'(): Promise<BridgeResult<StudioStatus>> {
      change({ service: null })
      return reconnect()
    },
    'service.reopen': (): Promise<BridgeResult<StudioStatus>> => reconnect(),
    async 'service.test'(): Promise<BridgeResult<ProcedureOutput<'service.test'>>> {
      const current = await connection.settled()
      if (!current) return refuse('service_unreachable', reasonOf('sandbox_missing'))
      const verdict = await current.client.probe()
      // What was held because the key was refused is sent again.
      if (verdict === 'fine' && status().hold?.reason === 'unauthorized') {
        const opened = await reconnect()
        if (!opened.ok) return opened
      } else if (verdict !== 'no_answer') await connection.describe()
      return respond({ verdict, described: connection.current()?.isDescribed ?? false })
    },
  }
}

/** Whether the test found nothing against the key. */
function isUntested(verdict: ProbeVerdict): boolean {
  return verdict === 'no_answer' || verdict === 'unclear'
}

function refuseVerdict(verdict: Exclude<ProbeVerdict, 'fine'>) {
  const field = verdict === 'key_refused' || verdict === 'access_off' ? 'key' : 'baseUrl'
  const code = verdict === 'no_answer' ? 'service_unreachable' : 'service_refused'
  return refuse(code, reasonOf(`probe_${verdict}`), { field })
}

/** An address kept by an older Atelier may hold a password, which no page may see. */
function forShowing(settings: Settings): Settings {
  const { service } = settings
  return service
    ? { ...settings, service: { ...service, baseUrl: withoutPassword(service.baseUrl) } }
    : settings
}

/** The fault of a path of another kind; null where there is none. A described model has its own path. */
function findStrangePath(paths: Settings['modelPaths']): CodedReason | null {
  for (const [id, path] of Object.entries(paths)) {
    const kind = findModel(id)?.kind
    if (!isModelPath(path, kind)) return { code: 'model_path_of_other_kind', model: id, kind: kind ?? '' }
  }
  return null
}

type Present<Patch> = { [Name in keyof Patch]?: Exclude<Patch[Name], undefined> }

/** A member that is present but undefined is no change. */
function withoutAbsent<Patch extends object>(patch: Patch): Present<Patch> {
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Present<Patch>
}
