import { join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Runs a package's program, named by its path in node_modules. Returns its output where it fails, else ''. */
export async function runTool(root: string, program: string, args: readonly string[]): Promise<string> {
  const path = join(root, 'node_modules', program)
  const { status, output } = await runCommand(process.execPath, [path, ...args], { cwd: root })
  return status === 0 ? '' : output || `${program} ended with status ${status}.\n`
}
