import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { Restored } from '../../../shared/library/restored.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { InputStore } from '../inputs/ports.ts'
import type { LibraryFileStore } from '../library/ports.ts'
import type { XmlReader } from '../metadata/ports.ts'
import { readRestored, readRestoredText } from './read-file.ts'

export interface RestoreProceduresDeps {
  readonly inputs: Pick<InputStore, 'locate'>
  readonly reader: Pick<LibraryFileStore, 'open'>
  readonly xml: XmlReader
}

/** The procedures for what the person’s files carry of their making (RST20). */
export function createRestoreProcedures({ inputs, reader, xml }: RestoreProceduresDeps) {
  return {
    async 'restore.input'({ sha256 }: ParsedInput<'restore.input'>): Promise<BridgeResult<Restored | null>> {
      const path = inputs.locate(sha256)
      const file = path === null ? null : await reader.open(path)
      if (!file) return refuse('not_found', reasonOf('file_unknown'))
      try {
        return respond(await readRestored(file, [], xml))
      } finally {
        await file.close()
      }
    },
    'restore.text': ({ text }: ParsedInput<'restore.text'>): BridgeResult<Restored | null> =>
      respond(readRestoredText(text, xml)),
  }
}
