import { type RepairWay, repairOptions, repairWays } from '../infra/repair-ways.ts'
import type { BrokenLibraryError } from '../infra/start-error.ts'
import type { MainWords } from '../words/choose-words.ts'
import { sayEffect, sayStartError } from './say-start-error.ts'
import { SetUpError } from './setup-error.ts'

/** For `readArguments`: one switch per way out of a library that can't be used. */
export const repairSwitches = {
  'restore-backup': { type: 'boolean' },
  'keep-library': { type: 'boolean' },
  'rebuild-library': { type: 'boolean' },
  'new-library': { type: 'boolean' },
} as const satisfies Record<(typeof repairOptions)[RepairWay], { type: 'boolean' }>

/** The requested way out; null where there is none. Throws `SetUpError` where there are several. */
export function readRepair(isSet: (option: string) => boolean): RepairWay | null {
  const wanted = repairWays.filter((way) => isSet(repairOptions[way]))
  if (wanted.length > 1)
    throw new SetUpError(({ setup }) => setup.chooseOne(wanted.map((way) => `--${repairOptions[way]}`)))
  return wanted[0] ?? null
}

/** The error message with the command for each way out. */
export function sayWaysOut(error: BrokenLibraryError, command: string, words: MainWords): string {
  const { waysOut } = error
  const message = sayStartError(error, words)
  if (waysOut.length === 0) return message
  const lines = waysOut.map(
    (one) => [`${command} --${repairOptions[one.way]}`, sayEffect(one, words)] as const,
  )
  const width = Math.max(...lines.map(([typed]) => typed.length))
  return [
    words.setup.waysOut(message, waysOut.length),
    ...lines.map(([typed, effect]) => `  ${typed.padEnd(width)}   ${effect}`),
  ].join('\n')
}
