import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SigningKey } from '../webhooks/sign-delivery.ts'
import { inTransaction } from './database.ts'

/** How long a key that no longer signs is still published, in milliseconds: its signatures may be under way. */
export const keyOverlapMs = 10 * 60 * 1000

export interface SigningKeyStore {
  /** The current signing key. */
  current(): SigningKey
  /** The public keys that verify deliveries at this time, newest first (interface: Events 3). */
  published(now: number): JsonWebKey[]
  /** A new key signs from now on; the old one stays published for the overlap. Returns the new key's id. */
  rotate(now: number): string
}

/** The keys of the webhook signatures; a new database gets its first. */
export function createSigningKeyStore(database: DatabaseSync): SigningKeyStore {
  const current = database.prepare(
    'SELECT id, private_key AS privateKey FROM signing_key WHERE retired_at IS NULL ORDER BY number DESC LIMIT 1',
  )
  const published = database.prepare(
    'SELECT id, private_key AS privateKey FROM signing_key WHERE retired_at IS NULL OR retired_at > ? ORDER BY number DESC',
  )
  const retire = database.prepare('UPDATE signing_key SET retired_at = ? WHERE retired_at IS NULL')
  const add = database.prepare('INSERT INTO signing_key (id, private_key) VALUES (?, ?)')
  function addKey(): string {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomUUID()
    add.run(id, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return id
  }
  if (!current.get()) addKey()
  return {
    current: () => current.get() as unknown as SigningKey,
    published: (now) =>
      published.all(now - keyOverlapMs).map((row) => toPublicKey(row as unknown as SigningKey)),
    rotate: (now) =>
      inTransaction(database, () => {
        retire.run(now)
        return addKey()
      }),
  }
}

function toPublicKey({ id, privateKey }: SigningKey): JsonWebKey {
  const key = createPublicKey(privateKey).export({ format: 'jwk' })
  return { ...key, kid: id, alg: 'ES256', use: 'sig' }
}
