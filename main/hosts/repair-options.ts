import type { BrokenLibraryError } from '../infra/broken-library-error.ts'
import { type RepairWay, repairOptions, repairWays } from '../infra/repair-ways.ts'
import type { MainWords } from '../words/choose-words.ts'
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
export function sayWaysOut(
  { message, waysOut }: BrokenLibraryError,
  command: string,
  { setup }: MainWords,
): string {
  if (waysOut.length === 0) return message
  const lines = waysOut.map(({ way, effect }) => [`${command} --${repairOptions[way]}`, effect] as const)
  const width = Math.max(...lines.map(([words]) => words.length))
  return [
    setup.waysOut(message, waysOut.length),
    ...lines.map(([words, effect]) => `  ${words.padEnd(width)}   ${effect}`),
  ].join('\n')
}
