import { spawnProgram } from './child-programs.ts'

type Opener = readonly [program: string, ...args: string[]]

const openers: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: ['open'],
  // No shell in between, which would interpret characters of a path.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Has the system open a file in its default program. Arguments are readable by every user of the machine, so
 * only the path of a private file belongs there, never an address with a token. Resolves where that failed,
 * with nothing opened; never where it succeeded.
 */
export function openFile(path: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawnProgram(program, [...args, path], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve())
    child.once('exit', (code) => {
      if (code !== 0) resolve()
    })
    child.unref()
  })
}
