import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the person's browser; where there is none, the printed line is enough. */
export function openAddress(url: string): void {
  const [command = 'xdg-open', ...rest] = openers[process.platform] ?? []
  const child = spawn(command, [...rest, url], { stdio: 'ignore', detached: true })
  child.once('error', () => undefined)
  child.unref()
}
