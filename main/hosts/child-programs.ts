import {
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptions,
  type SpawnSyncReturns,
  spawn,
  spawnSync,
} from 'node:child_process'

/** The person's keys: for this process only, not for its children. */
const keys: ReadonlySet<string> = new Set(['ATELIER_API_KEY', 'ATELIER_USAGE_KEY'])

/** An environment without the person's keys. */
export function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Windows ignores case in names.
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !keys.has(name.toUpperCase())))
}

/** Starts a program with our environment without the person's keys; the only way to do so in `main`. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'env'>,
): ChildProcess {
  return spawn(program, args, { ...options, env: withoutKeys(process.env) })
}

/** The same, and waits for its end. */
export function spawnProgramSync(
  program: string,
  args: readonly string[],
  options: Omit<SpawnSyncOptions, 'env'>,
): SpawnSyncReturns<string | NonSharedBuffer> {
  return spawnSync(program, args, { ...options, env: withoutKeys(process.env) })
}

/** Removes the keys from this process, for hosts that don't need them but start processes out of our control. */
export function forgetKeys(): void {
  for (const name of Object.keys(process.env)) {
    if (keys.has(name.toUpperCase())) delete process.env[name]
  }
}
