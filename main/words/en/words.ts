import { changes } from '../../../shared/words/en/changes.ts'
import { failures } from '../../../shared/words/en/failures.ts'
import { reasons } from '../../../shared/words/en/reasons.ts'
import { usageFailures } from '../../../shared/words/en/usage-failures.ts'
import { cli } from './cli.ts'
import { desktop } from './desktop.ts'
import { problems } from './problems.ts'
import { setup } from './setup.ts'
import { startTroubles } from './start-troubles.ts'
import { updates } from './updates.ts'

export const english = {
  changes,
  cli,
  desktop,
  failures,
  problems,
  reasons,
  setup,
  startTroubles,
  updates,
  usageFailures,
}
