import { connect, type Socket } from 'node:net'
import { connectHttpService } from '../../main/infra/http-service-client.ts'
import { startProgram } from '../../tools/start-program.ts'
import type { Row } from '../row.ts'

const rounds = 9
const readingsARound = 3_000
/** By then both are fully compiled. */
const roundsToWarm = 4
/** As many as the poller's parallel readings. */
const atOnce = 6
const jobId = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'

/** The processor time of reading one job, with the server in another process. */
export const pollCpu: Row = {
  what: 'one poll, CPU',
  unit: 'µs',
  baselineIs: 'a GET written on a kept socket and the answer parsed as JSON, by hand',
  oursIs: 'the poller’s own reading of a job that has not changed; 6 under way in both',
  aim: { kind: 'ratio', atMost: 2 },
  async measure() {
    const server = await startProgram(['bench/baselines/job-server.ts'], {
      isReady: (line) => /^\d+$/.test(line),
    })
    const port = Number(server.ready)
    const sockets = await Promise.all(Array.from({ length: atOnce }, () => open(port)))
    const client = connectHttpService({ baseUrl: `http://127.0.0.1:${port}`, key: 'a-key-of-some-length' })
    const byHand = (place: number) => askByHand(sockets[place] as Socket, port)
    const byUs = async () => {
      const outcome = await client.readJob(jobId)
      if (outcome.type !== 'job') throw new Error('The job was not read.')
    }
    const baseline: number[] = []
    const ours: number[] = []
    for (let round = -roundsToWarm; round < rounds; round++) {
      const [hand, own] = [await cpuOfEach(byHand), await cpuOfEach(byUs)]
      if (round < 0) continue
      baseline.push(hand)
      ours.push(own)
    }
    for (const socket of sockets) socket.destroy()
    await server.stop()
    return { baseline, ours }
  },
}

function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
  socket.once('error', reject)
  return promise
}

function askByHand(socket: Socket, port: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let text = ''
  const take = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
    if (text.length < head + 4 + length) return
    socket.off('data', take)
    resolve(JSON.parse(text.slice(head + 4)))
  }
  socket.on('data', take)
  socket.write(
    `GET /jobs/${jobId} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer a-key-of-some-length\r\nAccept: application/json\r\n\r\n`,
  )
  return promise
}

/** Microseconds of processor time for one. */
async function cpuOfEach(ask: (place: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  const lanes = Array.from({ length: atOnce }, async (_, place) => {
    for (let done = 0; done < readingsARound / atOnce; done++) await ask(place)
  })
  await Promise.all(lanes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / readingsARound
}
