import { z } from 'zod'
import {
  type CredentialsView,
  type credentialFaults,
  mostCredentialActions,
  mostIngredients,
  type ReadCredentials,
} from '../../../shared/bridge/credentials-procedures.ts'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import { readContainer } from './containers.ts'
import { findRemoteManifest } from './embed.ts'
import type { CredentialsLibrary, XmlReader } from './ports.ts'

const bounds = { depth: 64, bytes: 8 * 1024 * 1024, members: 200_000 }
const mostCharacters = 200

export interface CredentialsDeps {
  readonly library: CredentialsLibrary
  readonly xml: XmlReader
}

/** A file’s Content Credentials; the library is loaded only for a file that has a place for them. */
export async function readCredentials(
  { mediaType, source }: { readonly mediaType: string; readonly source: ByteSource },
  { library, xml }: CredentialsDeps,
): Promise<CredentialsView> {
  const container = await readContainer(mediaType, source)
  if (!container) return { state: 'none' }
  const read = container.hasProvenance ? await library.read(mediaType, source) : { type: 'none' as const }
  if (read.type === 'none') {
    const place = findRemoteManifest(container, xml)
    return place ? { state: 'remote', host: place.host.slice(0, mostCharacters) } : { state: 'none' }
  }
  if (read.type === 'unread') return { state: 'unread' }
  return viewOf(parseBoundedJson(read.json, bounds), read.hasTrustList) ?? { state: 'unread' }
}

const text = z.string()
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const list = <Schema extends z.ZodType>(item: Schema) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((one) => item.safeParse(one).data ?? []))

const actionSchema = z.object({
  action: text,
  digitalSourceType: lenient(text),
  softwareAgent: lenient(z.union([text, z.object({ name: text }).transform(({ name }) => name)])),
})
const manifestSchema = z.object({
  claim_generator: lenient(text),
  claim_generator_info: list(z.object({ name: text, version: lenient(text) })),
  assertions: list(z.object({ label: text, data: z.unknown() })),
  ingredients: list(z.object({ title: text })),
  signature_info: lenient(
    z.object({ common_name: lenient(text), issuer: lenient(text), time: lenient(text) }),
  ),
})
const storeSchema = z.object({
  active_manifest: text,
  manifests: z.record(z.string(), z.unknown()),
  validation_state: lenient(z.enum(['Trusted', 'Valid', 'Invalid'])),
  validation_results: lenient(
    z.object({ activeManifest: z.object({ failure: list(z.object({ code: text })) }) }),
  ),
})

type Manifest = z.infer<typeof manifestSchema>

/** Null where it is no store of manifests with an active one. */
function viewOf(json: unknown, hasTrustList: boolean): ReadCredentials | null {
  const store = storeSchema.safeParse(json).data
  if (!store || !Object.hasOwn(store.manifests, store.active_manifest)) return null
  const active = manifestSchema.safeParse(store.manifests[store.active_manifest]).data
  if (!active) return null
  const actions = actionsOf(active)
  const codes = store.validation_results?.activeManifest.failure.map(({ code }) => code) ?? []
  const verdict = verdictOf(store.validation_state)
  const { common_name: name, issuer, time } = active.signature_info ?? {}
  return {
    state: 'read',
    verdict,
    fault: verdict === 'invalid' ? faultOf(codes) : null,
    isSignerChecked: hasTrustList,
    signer: shorten([name, issuer === name ? undefined : issuer].filter(Boolean).join(', ')),
    signedAt: timeOf(time),
    generator: generatorOf(active),
    origin: originOf(actions) ?? inheritedOrigin(store.manifests, store.active_manifest),
    actions: actions.slice(0, mostCredentialActions).map(({ action, softwareAgent }) => ({
      action: shorten(action) ?? '',
      tool: shorten(softwareAgent),
    })),
    ingredients: active.ingredients.flatMap(({ title }) => shorten(title) ?? []).slice(0, mostIngredients),
  }
}

/** What says nothing of itself is not called valid. */
function verdictOf(state: z.infer<typeof storeSchema>['validation_state']): ReadCredentials['verdict'] {
  if (state === 'Trusted') return 'trusted'
  return state === 'Valid' ? 'valid' : 'invalid'
}

const faults: readonly (readonly [pattern: RegExp, fault: (typeof credentialFaults)[number]])[] = [
  [/^assertion\.(dataHash|bmffHash|boxesHash|collectionHash)\./, 'changed'],
  [/^(claimSignature|assertion\.hashedURI|assertion\.missing|claim)\b/, 'signature'],
  [/^(signingCredential\.(?!untrusted)|timeStamp|timestamp)/, 'certificate'],
]

function faultOf(codes: readonly string[]): (typeof credentialFaults)[number] {
  for (const [pattern, fault] of faults) if (codes.some((code) => pattern.test(code))) return fault
  return 'other'
}

type Action = z.infer<typeof actionSchema>

function actionsOf({ assertions }: Manifest): Action[] {
  const data = z.object({ actions: list(actionSchema) })
  return assertions
    .filter(({ label }) => /^c2pa\.actions(\.v\d+)?(__\d+)?$/.test(label))
    .flatMap((assertion) => data.safeParse(assertion.data).data?.actions ?? [])
}

/** IPTC’s digital source types; `compositeWithTrained…` is material of a model among other. */
const origins: ReadonlyMap<string, NonNullable<ReadCredentials['origin']>> = new Map([
  ['trainedalgorithmicmedia', 'ai'],
  ['compositewithtrainedalgorithmicmedia', 'ai_part'],
  ['compositesynthetic', 'ai_part'],
  ['digitalcapture', 'camera'],
  ['computationalcapture', 'camera'],
])

function originOf(actions: readonly Action[]): ReadCredentials['origin'] {
  const named = actions.flatMap(({ digitalSourceType: type }) => {
    return origins.get(type?.split('/').at(-1)?.toLowerCase() ?? '') ?? []
  })
  return (['ai', 'ai_part', 'camera'] as const).find((origin) => named.includes(origin)) ?? null
}

/** What a file was made from counts where the file itself names no origin. */
function inheritedOrigin(manifests: Readonly<Record<string, unknown>>, active: string) {
  for (const [label, manifest] of Object.entries(manifests)) {
    const read = label === active ? null : manifestSchema.safeParse(manifest).data
    const origin = read && originOf(actionsOf(read))
    if (origin === 'ai' || origin === 'ai_part') return 'ai_part'
  }
  return null
}

function generatorOf({ claim_generator: plain, claim_generator_info: [first] }: Manifest): string | null {
  return shorten(first ? [first.name, first.version].filter(Boolean).join(' ') : plain)
}

/** On one line, without what could turn its direction or hide in it. */
function shorten(value: string | undefined): string | null {
  const plain = (value ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
  return plain === '' ? null : plain.slice(0, mostCharacters)
}

function timeOf(time: string | undefined): string | null {
  const at = Date.parse(time ?? '')
  const isWritable = at >= 0 && at <= Date.parse('9999-12-31T23:59:59.999Z')
  return isWritable ? new Date(at).toISOString() : null
}
