import { type RepairWay, repairOptions, repairWays } from '../infra/repair-ways.ts'
import type { BrokenLibraryError } from '../infra/start-error.ts'
import { sayEffect, sayStartError } from './say-start-error.ts'
import { SetUpError } from './setup-error.ts'

/** For `readArguments`: one switch a way out of a library that can't be used. */
export const repairSwitches = {
  'restore-backup': { type: 'boolean' },
  'keep-library': { type: 'boolean' },
  'rebuild-library': { type: 'boolean' },
  'new-library': { type: 'boolean' },
} as const satisfies Record<(typeof repairOptions)[RepairWay], { type: 'boolean' }>

/** The way out that was requested; null where none was. Throws `SetUpError` where there are several. */
export function readRepair(isSet: (option: string) => boolean): RepairWay | null {
  const wanted = repairWays.filter((way) => isSet(repairOptions[way]))
  if (wanted.length > 1)
    throw new SetUpError(`Choose one of ${wanted.map((way) => `--${repairOptions[way]}`).join(' and ')}.`)
  return wanted[0] ?? null
}

/** The refusal with each way out as the command that takes it. */
export function sayWaysOut(error: BrokenLibraryError, command: string): string {
  const { waysOut } = error
  const message = sayStartError(error)
  if (waysOut.length === 0) return message
  const lines = waysOut.map((one) => [`${command} --${repairOptions[one.way]}`, sayEffect(one)] as const)
  const width = Math.max(...lines.map(([words]) => words.length))
  return [
    `${message} You can go on in ${waysOut.length === 1 ? 'one way' : 'one of these ways'}:`,
    ...lines.map(([words, effect]) => `  ${words.padEnd(width)}   ${effect}`),
  ].join('\n')
}
