import { createCatalogue } from '../../main/engine/catalog/catalogue.ts'
import type { DescribeOutcome } from '../../main/engine/service/ports.ts'
import { connectHttpService } from '../../main/infra/http-service-client.ts'
import { createJoseKeySet } from '../../main/infra/jose-key-set.ts'
import { probeVerdicts } from '../../shared/api/probe.ts'
import { procedures } from '../../shared/bridge/procedures.ts'
import { fieldsFromSchema } from '../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../shared/form/initial-value.ts'
import { findProblems } from '../../shared/form/problems.ts'
import { loadPatterns } from '../../shared/json-schema/match-pattern.ts'
import { estimate } from '../../shared/pricing/estimate.ts'
import { sayReason } from '../../shared/words/en/reasons.ts'
import { createKeyRing } from './key-ring.ts'
import type { MangledDescriptions } from './mangled-descriptions.ts'
import {
  type Honest,
  jobManglings,
  type MangledResponse,
  type Mangling,
  mangle,
  manglings,
} from './mangled-responses.ts'
import { record } from './mangled-runs.ts'
import { jsonResponse, openMangledService, type RawResponse } from './mangled-service.ts'

const jobId = '3f2b8c1e-0d4a-4b6f-9c3d-2a1b0c9d8e7f'
const assetUrl = 'https://files.example/1.png'

interface Stage {
  readonly random: () => number
  readonly breaches: string[]
}

/** All other requests of the studio to a service, over real connections; returns the number of responses. */
export async function tryMangledReads(
  { random, breaches }: Stage,
  descriptions: MangledDescriptions,
  atLeast: number,
): Promise<number> {
  let next: RawResponse = jsonResponse(404, {})
  const service = await openMangledService(() => next)
  const keys = createKeyRing()
  const client = () => connectHttpService({ baseUrl: service.url, key: 'k' })
  const give = (response: MangledResponse, status = 200) => {
    next = { ...response, status }
    return response
  }
  /** The handling of a response, and the fault of the result in a few words; null where there is none. */
  const doors: Readonly<
    Record<
      string,
      (choose: (of: readonly Mangling[], honest: Honest) => MangledResponse) => Promise<string | null>
    >
  > = {
    async reading(choose) {
      const { keeps } = give(choose([...jobManglings, ...manglings], record(jobId, 'processing')))
      const { type } = await client().readJob(jobId)
      return keeps === null || (type === 'job') === keeps ? null : `read as ${type}`
    },
    async refusal(choose) {
      give(choose(manglings, { error: 'There is no such job.' }), 404)
      const outcome = await client().readJob(jobId)
      const { verdict } = await client().probe()
      const isBounded = outcome.type !== 'refused' || sayReason(outcome.message).length <= 2_000
      return isBounded && probeVerdicts.includes(verdict) ? null : 'kept without a bound'
    },
    async upload(choose) {
      const { keeps } = give(choose(manglings, { id: 'a', image_url: assetUrl }))
      const outcome = await client().uploadAsset(asset(), AbortSignal.timeout(10_000), () => undefined)
      const isHonest = outcome.type !== 'uploaded' || outcome.url === assetUrl
      return isHonest && (keeps !== false || outcome.type === 'failed') ? null : `taken as ${outcome.type}`
    },
    async keys(choose) {
      const { keeps } = give(choose(manglings, keys.published))
      const set = createJoseKeySet({ baseUrl: service.url, clock: { now: () => Date.now() } })
      const { type } = await set.find(keys.signing.keyId)
      return keeps !== false || type !== 'keys' ? null : 'taken as keys'
    },
    async listing(choose) {
      const connected = client()
      next = jsonResponse(200, { openapi: '3.1.0', paths: { '/jobs': { get: {} } } })
      await connected.describe()
      give(choose(manglings, { jobs: [record(jobId, 'queued')] }))
      const outcome = await connected.listJobs(null, AbortSignal.timeout(10_000))
      const readable = outcome.type === 'page' ? outcome.page.rows.filter((row) => 'path' in row) : []
      return readable.every((row) => row.jobId === jobId) ? null : 'listed other jobs'
    },
    async description() {
      give(descriptions.next())
      return await judgeDescription(await client().describe(), next.body)
    },
  }
  const names = Object.keys(doors)
  const turns = new Map<string, number>()
  try {
    for (let turn = 0; service.responses() < atLeast; turn += 1) {
      const door = names[turn % names.length] ?? ''
      let name = ''
      const problem = await doors[door]?.((of, honest) => {
        const place = turns.get(door) ?? 0
        turns.set(door, place + 1)
        const response = mangle(of[place % of.length] as Mangling, honest, random)
        name = response.name
        return response
      }).catch(
        (error: unknown) => `over which it broke: ${error instanceof Error ? error.stack : String(error)}`,
      )
      if (problem) breaches.push(`A ${door}, ${name}, is ${problem}.`)
    }
    return service.responses()
  } finally {
    await service.close()
  }
}

/** Everything derived from a description, as the page and a confirmation do. */
async function judgeDescription(outcome: DescribeOutcome, body: Buffer): Promise<string | null> {
  const catalogue = createCatalogue({ clock: { now: () => Date.now() }, modelPaths: () => ({}) })
  catalogue.describe(outcome.type === 'described' ? outcome.endpoints : null, 'service')
  const list = procedures['catalog.list'].output.safeParse(catalogue.list())
  if (!list.success) return `no list of models: ${list.error.message} of ${body.toString().slice(0, 3_000)}`
  for (const { id } of list.data) {
    const detail = procedures['catalog.model'].output.safeParse(catalogue.find(id))
    if (!detail.success) return `no model ${id}: ${detail.error.message}`
    const { schema, pricing } = detail.data
    const values = Object.fromEntries(
      fieldsFromSchema(schema).map((field) => [field.name, initialValue(field)]),
    )
    await loadPatterns(schema)
    JSON.stringify([findProblems(schema, values), estimate({ schema, pricing, values })])
  }
  return null
}

function asset() {
  const content = (async function* () {
    yield Buffer.from('png')
  })()
  return { name: 'a.png', mediaType: 'image/png', bytes: 3, content }
}
