import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../infra/durable-files.ts'

const numberOfPort = /^([1-9]\d{0,4})\n?$/

/** The port in this file; where it holds none, one from a range that systems give to no connection by themselves. */
export async function readLastPort(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const port = Number(numberOfPort.exec(text)?.[1])
  return port <= 65_535 ? port : randomInt(20_000, 30_000)
}

/** A failure costs the next start its address, nothing else. */
export async function writeLastPort(path: string, port: number): Promise<void> {
  if ((await readLastPort(path)) === port) return
  await writeDurably(path, `${port}\n`).catch(() => {})
}
