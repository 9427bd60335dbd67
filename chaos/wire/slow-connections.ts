import { connect, type Socket } from 'node:net'

/**
 * Ways in which a connection may keep a receiver waiting: what is written to it at first, and then repeatedly.
 */
export const slowKinds: Readonly<Record<string, (path: string) => { first: string; again: string }>> = {
  'that say nothing': () => ({ first: '', again: '' }),
  'that begin their headers': (path) => ({
    first: `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `,
    again: '',
  }),
  'whose headers trickle': (path) => ({
    first: `POST ${path} HTTP/1.1\r\nHost: a\r\n`,
    again: 'X-Slow: a\r\n',
  }),
  'that begin their body': (path) => ({ first: `${headOf(path)}{"job_id"`, again: '' }),
  'whose body trickles': (path) => ({ first: headOf(path), again: ' ' }),
  'that ask for nothing, and stay': () => ({ first: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', again: '' }),
}

const trickleMs = 200

function headOf(path: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`
}

export interface SlowConnections {
  /** How many there have been. */
  opened(): number
  /** How many are open now. */
  open(): number
  close(): void
}

/** Keeps so many connections open that never send a whole delivery; each closed one is replaced. */
export function openSlowConnections(
  kind: (path: string) => { first: string; again: string },
  { port, path, count }: { readonly port: number; readonly path: string; readonly count: number },
): SlowConnections {
  const { first, again } = kind(path)
  const sockets = new Set<Socket>()
  let opened = 0
  let isOver = false

  function openOne(): void {
    if (isOver) return
    opened += 1
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    if (first !== '') socket.write(first)
    socket.once('close', () => {
      sockets.delete(socket)
      setTimeout(openOne, trickleMs)
    })
  }

  for (let index = 0; index < count; index += 1) openOne()
  const trickle = setInterval(() => {
    if (again !== '') for (const socket of sockets) socket.write(again)
  }, trickleMs)
  return {
    opened: () => opened,
    open: () => [...sockets].filter(({ connecting }) => !connecting).length,
    close() {
      isOver = true
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
    },
  }
}
