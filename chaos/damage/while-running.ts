import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { PaidService } from '../paid-service.ts'
import { startStudioProcess } from '../studio-process.ts'

const pageBytes = 4_096

interface Running {
  readonly dataFolder: string
  readonly service: PaidService
  readonly random: () => number
}

/**
 * Zeros pages of a library in use: the studio keeps running, says so, and confirms nothing that it can't write.
 */
export async function damageWhileRunning({ dataFolder, service, random }: Running): Promise<string[]> {
  const breaches: string[] = []
  const run = `run-${1_000 + Math.floor(random() * 1e9)}`
  const studio = await startStudioProcess({ dataFolder, service })
  zeroPages(join(dataFolder, 'library.sqlite'), random)
  try {
    await studio.call('jobs.resume', {})
    const confirmed = await studio.call('jobs.confirm', {
      submissionIds: [crypto.randomUUID()],
      modelId: 'i3',
      values: { prompt: `${run} a quiet sea` },
      estimate: { kind: 'unlisted' },
    })
    for (const name of ['jobs.list', 'library.list'] as const) await studio.call(name, { limit: 50 })
    const status = await studio.want('studio.status', {})
    // Where not even the run can be looked up, the message must not claim that nothing was sent.
    const isSaid = confirmed.ok || ['library_damaged', 'not_shown'].includes(confirmed.error.code)
    if (!isSaid) breaches.push(`A run was refused in other words: ${JSON.stringify(confirmed.error)}`)
    if (!confirmed.ok && status.hold?.reason !== 'library_damaged')
      breaches.push('Nothing said that the library is damaged.')
    if (!confirmed.ok && service.seen(run).posts > 0) breaches.push(`${run} was refused and sent.`)
  } catch (error) {
    breaches.push(`It can’t be asked any more: ${(error as Error).message} ${studio.words().slice(0, 600)}`)
  }
  if ((await studio.stop()) !== 0) breaches.push(`It did not end in order: ${studio.words().slice(0, 300)}`)
  if (service.seen(run).posts > 1) breaches.push(`${run} was sent ${service.seen(run).posts} times.`)
  return breaches.map((breach) => `While running: ${breach}`)
}

/** All but the first few, so that the next read hits one of them. */
function zeroPages(path: string, random: () => number): void {
  const pages = statSync(path).size / pageBytes
  const file = openSync(path, 'r+')
  const from = 2 + Math.floor(random() * 20)
  for (let page = from; page < pages; page += 1)
    writeSync(file, Buffer.alloc(pageBytes), 0, pageBytes, page * pageBytes)
  closeSync(file)
}
