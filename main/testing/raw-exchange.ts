import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
}

/** Sends exactly these bytes over a connection of their own; resolves with the head of the first response. */
export function exchange(port: number, request: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'))
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      if (!text.includes('\r\n\r\n')) return
      socket.destroy()
      resolve(readHead(text))
    })
    socket.on('error', (error) => reject(new Error(`${error.message} after: ${text}`)))
    socket.on('close', () => reject(new Error(`No whole head came: ${text}`)))
  })
}

function readHead(text: string): RawResponse {
  const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = new Headers()
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1))
  return { status: Number(first.split(' ')[1]), headers }
}
