import { readOptions } from '../options.ts'
import { runCommand } from '../run-command.ts'
import { prepareTrial } from '../try-service.ts'
import type { SandboxProcess } from './sandbox-process.ts'

type Keys = Pick<SandboxProcess, 'key' | 'usageKey'>

/** The arguments for a service at `url`, in front of a sandbox or as one. */
export function argumentsFor(url: string, { key, usageKey }: Keys): string[] {
  const keys = ['--key', key, '--usage-key', usageKey]
  return ['--url', url, ...keys, '--style', 'ink-and-paper', '--wait', '60']
}

/** Tests the rules in this process. */
export async function tryRules(url: string, keys: Keys, ...words: readonly string[]) {
  const trial = await prepareTrial(readOptions([...argumentsFor(url, keys), ...words]))
  const outcomes = await trial.run({ onSection() {}, onRule() {} }).finally(trial.close)
  return outcomes.flatMap(({ section, rules }) => rules.map((one) => ({ section, ...one })))
}

/** Runs the whole command in this process, and keeps its output. */
export async function runHere(...words: readonly string[]) {
  const printed = { stdout: '', stderr: '' }
  const code = await runCommand(words, {
    print(text) {
      printed.stdout += `${text}\n`
    },
    printError(text) {
      printed.stderr += `${text}\n`
    },
  })
  return { code, ...printed }
}
