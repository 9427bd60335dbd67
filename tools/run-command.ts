import { type ChildProcess, spawn } from 'node:child_process'

export interface CommandOutcome {
  /** Null where a signal ended it. */
  readonly status: number | null
  /** Standard output and standard error as printed. */
  readonly output: string
}

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which it is killed. */
  readonly timeout?: number
  /** Called with each piece of output. */
  readonly onOutput?: (text: string) => void
}

/** Runs a program to its end and keeps its output; one that can't be started ends with status null. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandOutcome> {
  const { cwd, env = {}, timeout, onOutput } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(timeout === undefined ? {} : { timeout }),
    })
    endWithUs(child)
    let output = ''
    const keep = (chunk: Buffer) => {
      const text = chunk.toString()
      output += text
      onOutput?.(text)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ status: null, output: `${output}${error.message}\n` }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** A signal that ends this process ends the program as well, before what it writes to is removed. */
export function endWithUs(child: ChildProcess): void {
  const end = () => void child.kill()
  process.prependOnceListener('exit', end)
  child.once('close', () => process.off('exit', end))
}
