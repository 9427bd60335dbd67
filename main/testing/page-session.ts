import { readSessionOpened, sessionRoute, sessionSecretHeader } from '../../shared/bridge/page-session.ts'

/** A session of the browser host, as its page has it. */
export interface PageSession {
  readonly origin: string
  /** The Cookie header: what every port of 127.0.0.1 receives. */
  readonly cookie: string
  readonly secret: string
  /** Everything that a call over the bridge carries. */
  readonly headers: Readonly<Record<string, string>>
}

/** Opens a session with an address that the host printed or opened; rejects where its token opens none. */
export async function openPageSession(address: string): Promise<PageSession> {
  const { origin, hash } = new URL(address)
  const token = new URLSearchParams(hash.slice(1)).get('token')
  const body = JSON.stringify({ token })
  const response = await fetch(`${origin}${sessionRoute}`, { method: 'POST', headers: { origin }, body })
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const opened = readSessionOpened(await response.json())
  if (!opened) throw new Error('The host returned no secret.')
  const { secret } = opened
  return { origin, cookie, secret, headers: { origin, cookie, [sessionSecretHeader]: secret } }
}
