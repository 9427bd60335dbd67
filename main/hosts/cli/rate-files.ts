import { existsSync } from 'node:fs'
import type { Flag } from '../../../shared/library/judgement.ts'
import { unjudged } from '../../../shared/library/judgement.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { createSqliteJudgements } from '../../infra/sqlite-judgements.ts'
import { openOwnDatabase } from '../../infra/sqlite-own-database.ts'
import { repairCommand, toSetUpError } from '../open-studio.ts'
import { SetUpError } from '../setup-error.ts'
import { logOn, type Terminal } from './terminal.ts'

interface RateRequest {
  readonly fileIds: readonly string[]
  readonly rating: number | undefined
  readonly flag: Flag | undefined
  readonly dataFolder: string | undefined
  readonly terminal: Terminal
}

/**
 * Rates or flags files, all or none. Throws `SetUpError` where a file is not in the library, and while another Atelier has
 * the data folder.
 */
export async function rateFiles({ fileIds, rating, flag, dataFolder, terminal }: RateRequest) {
  const command = repairCommand('cli', dataFolder)
  try {
    const folder = await takeDataFolder(dataFolder ?? defaultDataFolder())
    try {
      const path = folder.resolve('library.sqlite')
      const [first = ''] = fileIds
      if (!existsSync(path)) throw new SetUpError(({ cli }) => cli.fileUnknown(first))
      const own = await openOwnDatabase({ path, log: logOn(terminal), repair: null })
      try {
        const isKnown = own.database.prepare('SELECT 1 FROM files WHERE file_id = ?')
        const unknown = fileIds.find((fileId) => !isKnown.get(fileId))
        if (unknown !== undefined) throw new SetUpError(({ cli }) => cli.fileUnknown(unknown))
        const judgements = createSqliteJudgements(own.database)
        judgements.judge([{ fileIds: [...fileIds], rating, flag }], Date.now())
        const now = judgements.of(fileIds)
        return fileIds.map((fileId) => {
          const judgement = now.get(fileId) ?? unjudged
          return { fileId, rating: judgement.rating, flag: judgement.flag }
        })
      } finally {
        await own.close()
      }
    } finally {
      folder.release()
    }
  } catch (error) {
    throw toSetUpError(error, command)
  }
}
