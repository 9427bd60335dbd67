import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { samplePng } from '../../main/testing/sample-media.ts'

/** A listener on every address of this machine, which must never be reached. */
export interface InwardSpy {
  readonly port: number
  /** A sentence if it was reached; else empty. */
  breaches(): string[]
  close(): Promise<unknown>
}

export async function openInwardSpy(): Promise<InwardSpy> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket
      .on('error', () => undefined)
      .end('HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n')
      .write(samplePng())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    breaches: () => (connections > 0 ? [`Somebody inward was connected to ${connections} times.`] : []),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

interface Attempt {
  readonly address: string
  readonly port: number
}

/** A sentence for each address that was connected to, except this port of these addresses. */
export function judgeAttempts(path: string, addresses: readonly string[], port: number): string[] {
  const attempts = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Attempt)
  const wrong = attempts.filter((attempt) => attempt.port !== port || !addresses.includes(attempt.address))
  return [...new Set(wrong.map(({ address }) => `A connection to ${address} was tried.`))]
}
