import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../infra/durable-files.ts'

const numberOfPort = /^([1-9]\d{0,4})\n?$/

/** The port in this file; null where it holds none. */
export async function readKeptPort(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const port = Number(numberOfPort.exec(text)?.[1])
  return port <= 65_535 ? port : null
}

/** A port of a range that systems give to no connection by themselves. */
export function choosePort(): number {
  return randomInt(20_000, 30_000)
}

/** A failure costs the next start its address, nothing else. */
export async function keepPort(path: string, port: number): Promise<void> {
  await writeDurably(path, `${port}\n`).catch(() => {})
}
