import { request } from 'node:http'
import { type BridgeClient, createBridgeClient } from '../shared/bridge/client.ts'
import {
  readSessionOpened,
  sessionRoute,
  sessionSecretHeader,
  sessionTokenFragment,
} from '../shared/bridge/page-session.ts'
import { type Program, startProgram } from '../tools/start-program.ts'

export interface StudioProcessOptions {
  readonly dataFolder: string
  /** Null: the service in its settings, which is the sandbox at first. */
  readonly service: { readonly url: string; readonly key: string } | null
  /** Further options, such as `--restore-backup`. */
  readonly words?: readonly string[]
  /** A module of chaos/inside that is loaded before the studio, with its environment. */
  readonly inside?: { readonly module: string; readonly env: Readonly<Record<string, string>> }
}

/** The browser host as a separate process, called as its page calls it; calls reject once it has ended. */
export interface StudioProcess
  extends BridgeClient,
    Pick<Program, 'pid' | 'words' | 'stop' | 'kill' | 'ended'> {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** The Cookie header of a page with a session, for the media routes. */
  readonly cookie: string
}

/** It was killed before it could be called. */
export class KilledAtStartError extends Error {
  override readonly name = 'KilledAtStartError'
}

interface ServiceResponse {
  readonly status: number
  readonly cookie: string
  readonly body: string
}

/** Starts the real program over this folder; rejects where it ends before it is ready, killed with `KilledAtStartError`. */
export async function startStudioProcess({
  dataFolder,
  service,
  words = [],
  inside,
}: StudioProcessOptions): Promise<StudioProcess> {
  const studio = ['main/hosts/start.mjs', '--browser', '--no-open']
  const chosen = service ? ['--service', service.url] : []
  const program = await startProgram(
    [
      ...(inside ? ['--import', `./chaos/inside/${inside.module}`] : []),
      ...studio,
      ...chosen,
      '--data',
      dataFolder,
      ...words,
    ],
    {
      isReady: (line) => line.startsWith('Atelier: http'),
      env: { ...(service && { ATELIER_API_KEY: service.key }), ...inside?.env },
    },
  ).catch((cause: Error) => {
    throw cause.message.includes('ended with null')
      ? new KilledAtStartError('It was killed.', { cause })
      : cause
  })
  const address = new URL(program.ready.replace('Atelier: ', ''))
  const { origin } = address
  const token = decodeURIComponent(address.hash.replace(`#${sessionTokenFragment}`, ''))
  const session = post({ origin, path: sessionRoute, body: { token }, cookie: '' })
  const { cookie, body: opened } = await session.catch(async (cause: unknown) => {
    await program.kill()
    throw new KilledAtStartError('It was killed before it gave a session.', { cause })
  })

  const granted = readSessionOpened(JSON.parse(opened))
  if (!granted) throw new Error('The host returned no secret.')
  const { secret } = granted

  const client = createBridgeClient(async (name, input) => {
    const reply = await post({ origin, path: `/bridge/${name}`, body: input, cookie, secret })
    if (reply.status !== 200) throw new Error(`${name} returned ${reply.status}: ${reply.body}`)
    return JSON.parse(reply.body)
  })

  return {
    ...program,
    origin,
    cookie,
    ...client,
  }
}

interface Post {
  readonly origin: string
  readonly path: string
  readonly body: unknown
  readonly cookie: string
  readonly secret?: string
}

/**
 * As the page does: the same origin, its session, JSON. A connection each, because a kept one may be closed as
 * it is used.
 */
function post({ origin, path, body, cookie, secret }: Post): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const headers = {
      Origin: origin,
      Cookie: cookie,
      'Content-Type': 'application/json',
      ...(secret !== undefined && { [sessionSecretHeader]: secret }),
    }
    const sent = request(new URL(path, origin), { method: 'POST', agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          body: text,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
