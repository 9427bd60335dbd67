import type { StudioStatus } from '../../shared/bridge/views.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Clock } from './ports.ts'
import { strictHeaders } from './strict-headers.ts'

/** What runs here, and on what. */
export type MachineFacts = Readonly<Record<string, string | number | null>>

/** How many there are of what, and how large it is in bytes. */
export interface LibraryFigures {
  /** The number of the library's last migration. */
  readonly format: number
  readonly runs: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, { readonly count: number; readonly bytes: number }>>
}

export interface DiagnosticsDeps {
  readonly clock: Clock
  status(): StudioStatus
  settings(): Settings
  machine(): MachineFacts
  /** The library's own files and the free space beside them, in bytes; null where that can't be read. */
  disk(): Promise<Readonly<Record<string, number | null>>>
  /** Throws where the library can't be read. */
  figures(): LibraryFigures
  /** What the system says of a failure, in its own code; null where that is none of the disk. */
  storageFailureOf(error: unknown): string | null
  mask<Value>(value: Value): Value
}

/**
 * GET /media/diagnostics/atelier.json (`shared/bridge/media-routes.ts`): what helps to find a fault, by a list of what may be
 * in it (decisions/0323). No text that a person or a service wrote is on that list (HOST383).
 */
export function createDiagnostics(deps: DiagnosticsDeps): () => Promise<Response> {
  function readLibrary(): LibraryFigures | { readonly unreadable: string } {
    try {
      return deps.figures()
    } catch (error) {
      return { unreadable: deps.storageFailureOf(error) ?? 'unknown' }
    }
  }

  return async () => {
    const status = deps.status()
    const content = {
      diagnostics: 1,
      madeAt: new Date(deps.clock.now()).toISOString(),
      atelier: { version: status.version, host: status.host },
      machine: deps.machine(),
      disk: await deps.disk(),
      library: readLibrary(),
      work: ofWork(status),
      service: ofService(status),
      delivery: ofDelivery(status),
      settings: ofSettings(deps.settings()),
    }
    return new Response(`${JSON.stringify(deps.mask(content), null, 2)}\n`, {
      headers: {
        ...strictHeaders,
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${fileName(content.madeAt)}"`,
        'Cache-Control': 'no-store',
      },
    })
  }
}

function fileName(madeAt: string): string {
  return `atelier-diagnostics-${madeAt.slice(0, 19).replaceAll(':', '-')}.json`
}

function ofWork({ jobsRunning, jobsWaiting, hold }: StudioStatus) {
  return {
    jobsRunning,
    jobsWaiting,
    hold: hold && { reason: hold.reason, cause: hold.cause?.code ?? null, until: hold.until },
  }
}

function ofService({ service }: StudioStatus) {
  const { kind, keySource, described, descriptionFault, descriptionDigest, failure, health } = service
  return {
    kind,
    address: placeOf(service.chosenUrl ?? service.baseUrl),
    keySource,
    described,
    descriptionFault,
    descriptionDigest,
    // Somebody else's words are left out.
    failure: typeof failure === 'string' ? 'in words' : (failure?.code ?? null),
    refusesAddress: service.refusesAddress,
    health,
  }
}

function ofDelivery({ delivery, receiver, agentsHttp }: StudioStatus) {
  const { state, port, missedAt, lastEntryAt, address } = receiver
  return { delivery, state, port, hasAddress: address !== null, missedAt, lastEntryAt, agentsHttp }
}

/** Counts, switches and choices from closed lists only. */
function ofSettings(settings: Settings) {
  const { theme, language, jobsInFlight, isQueuePaused, webhooks, agents, desktop } = settings
  return {
    theme,
    language,
    jobsInFlight,
    isQueuePaused,
    accounts: settings.accounts.length,
    accountsInClear: settings.accounts.filter((account) => account.httpAllowedFor !== undefined).length,
    modelPaths: Object.keys(settings.modelPaths).length,
    webhooks: {
      enabled: webhooks.enabled,
      port: webhooks.port,
      hasPublicUrl: webhooks.publicUrl !== '',
      scheme: webhooks.profile.scheme,
    },
    agents: { isHttpOn: agents.isHttpOn },
    desktop,
  }
}

/** Scheme, host and port; a path may be as secret as a key. */
function placeOf(address: string): string | null {
  const url = URL.parse(address)
  return url && `${url.protocol}//${url.host}`
}
