import { reasons } from '../../../shared/words/en/reasons.ts'
import { cli } from './cli.ts'
import { desktop } from './desktop.ts'
import { problems } from './problems.ts'
import { setup } from './setup.ts'

export const english = { cli, desktop, problems, reasons, setup }
