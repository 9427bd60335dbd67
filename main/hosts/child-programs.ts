import {
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptions,
  type SpawnSyncReturns,
  spawn,
  spawnSync,
} from 'node:child_process'

/** The person's keys: for this process alone, not for what it starts. */
const keys: ReadonlySet<string> = new Set(['ATELIER_API_KEY', 'ATELIER_USAGE_KEY'])

/** An environment without the person's keys. */
export function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Windows takes a name in any case.
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !keys.has(name.toUpperCase())))
}

/** Starts a program with our environment but for the person's keys; the one way to do so in `main`. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'env'>,
): ChildProcess {
  return spawn(program, args, { ...options, env: withoutKeys(process.env) })
}

/** The same, to its end. */
export function spawnProgramSync(
  program: string,
  args: readonly string[],
  options: Omit<SpawnSyncOptions, 'env'>,
): SpawnSyncReturns<string | NonSharedBuffer> {
  return spawnSync(program, args, { ...options, env: withoutKeys(process.env) })
}

/** Takes the keys out of this process, where it has no use for them itself but starts what we don't see. */
export function forgetKeys(): void {
  for (const name of Object.keys(process.env)) {
    if (keys.has(name.toUpperCase())) delete process.env[name]
  }
}
