import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureName } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { Dispatch } from '../../bridge-dispatcher.ts'

/** What an agent may call: reading, its own runs, and ratings. No settings, no keys, no answer to its own requests. */
const openProcedures: ReadonlySet<string> = new Set<ProcedureName>([
  'studio.status',
  'catalog.list',
  'catalog.model',
  'jobs.get',
  'jobs.list',
  'library.list',
  'library.sum',
  'library.judge',
  // Of the command line, which exports beside an open studio (EXP50).
  'export.note',
  'inputs.fromLibrary',
  'spend.summary',
  'agents.estimate',
  'agents.generate',
  'agents.run',
  'agents.wait',
  'agents.cancel',
  'agents.files',
])

const closed: BridgeFailure = { code: 'not_supported_here', cause: reasonOf('agent_procedure_closed') }

/** The studio's procedures as far as they are open to agents (AGENT21). */
export function openToAgents(procedures: Dispatch): Dispatch {
  return async (procedure, input) =>
    openProcedures.has(procedure) ? procedures(procedure, input) : { ok: false, error: closed }
}
