import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ExportView } from '../../../../shared/bridge/export-procedures.ts'
import type { ParsedInput, ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { ReplyView } from '../../../../shared/bridge/proof-procedures.ts'
import { refuse, respond } from '../../bridge-result.ts'
import type { PackedExports } from '../packed-exports.ts'
import type { RunningExport } from '../running-export.ts'
import { packProof } from './pack-proof.ts'
import { planProof, proofKey, type WantedProof } from './plan-proof.ts'
import { type ProofDeps, proofToFolder } from './proof-to-folder.ts'
import { type ReplyDeps, replyChanges } from './reply-changes.ts'

export interface ProofProceduresDeps extends ProofDeps, ReplyDeps {
  readonly files: ProofDeps['files'] & ReplyDeps['files']
  readonly running: RunningExport
  readonly packed: PackedExports
  idsOf(which: Input['which']): readonly string[]
}

type Input = ParsedInput<'proof.start'>
type Run = Parameters<typeof proofToFolder>[2]

/** The procedures for pages that a client judges files on, and for their replies. */
export function createProofProcedures(deps: ProofProceduresDeps) {
  const { running, packed } = deps

  function toWanted({ which, choices, words }: Input): WantedProof {
    return { fileIds: deps.idsOf(which), choices, words }
  }

  return {
    'proof.start'(input: Input): BridgeResult<ExportView> {
      if (running.isRunning()) return refuse('not_possible_now', null)
      const wanted = toWanted(input)
      const { folder } = wanted.choices
      const write = (run: Run) => proofToFolder(wanted, deps, run)
      return respond(running.start(proofKey(wanted), folder, wanted.fileIds.length, write))
    },
    'proof.pack'(input: Input): BridgeResult<ProcedureOutput<'proof.pack'>> {
      const wanted = toWanted(input)
      const here = new Set(planProof(wanted, deps).map(({ fileId }) => fileId))
      const ticket = here.size === 0 ? null : packed.packEntries(() => packProof(wanted, deps))
      const left = running.leftOf(wanted.fileIds.filter((fileId) => !here.has(fileId)))
      return respond({ ticket, files: here.size, left })
    },
    'proof.readReply': ({ text }: ParsedInput<'proof.readReply'>): BridgeResult<ReplyView> =>
      respond(replyChanges(text, deps)),
  }
}
