import type { SafeStorage } from 'electron'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { fail, succeed } from '../../../shared/result.ts'
import type { Log } from '../../engine/ports.ts'
import { innerReasonOf } from '../../engine/reason-error.ts'
import type { KeyPlace, KeySource, KeyTrouble, Secrets } from '../../engine/service/ports.ts'
import { createKeyFile, forgetKey } from '../../infra/key-file.ts'

export interface SafeSecretsDeps {
  readonly safeStorage: SafeStorage
  /** The file that holds the encrypted keys. */
  readonly path: string
  readonly platform: NodeJS.Platform
  readonly log: Log
}

/** An entry of the file: what encrypted it, where that is known, and the ciphertext. */
interface Entry {
  readonly backend: string | null
  readonly encrypted: Buffer
}

/** The backend that encrypts by a key that is the same everywhere, and so hides nothing. */
const plain = 'basic_text'

/** How Chromium marks on Linux what it encrypted by that key, which it takes where no secret service responds (decisions/0324). */
const plainMark = 'v10'

/** What Electron says of a keychain that gives no key now; it has no code for it. */
const isPassing = /temporarily unavailable/i

/**
 * Keys in the desktop (decision 11), encrypted by the system's keychain, one file for all accounts, each entry with the
 * name of what encrypted it. On Linux without a keychain the encryption hides nothing, so the person is asked first. A key
 * that can't be decrypted is kept, and `trouble` says why (SEC1 to SEC5). Nothing waits for the keychain in a blocking call
 * (decisions/0320).
 */
export function createSafeSecrets({ safeStorage, path, platform, log }: SafeSecretsDeps): Secrets {
  const file = createKeyFile(path)
  const troubles = new Map<string, KeyTrouble>()

  /** Elsewhere than on Linux the system has one keychain. */
  function backendNow(): string {
    return platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform
  }

  /** The environment may name a keychain that isn't there: then the ciphertext tells. */
  function hidesNothing(backend: string | null, encrypted: Buffer): boolean {
    const isMarked = platform === 'linux' && encrypted.toString('latin1', 0, plainMark.length) === plainMark
    return backend === plain || isMarked
  }

  async function place(): Promise<KeyPlace> {
    if (backendNow() === plain) return 'file'
    const tried = await tryEncryption()
    if (tried === null) return 'none'
    return hidesNothing(backendNow(), tried) ? 'file' : 'keychain'
  }

  /** Electron says that encryption is available wherever it could ask; whether the keychain gives a key shows a try. */
  async function tryEncryption(): Promise<Buffer | null> {
    try {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return null
      return await safeStorage.encryptStringAsync('a try')
    } catch {
      return null
    }
  }

  function sourceOf({ backend, encrypted }: Entry): KeySource {
    return hidesNothing(backend, encrypted) ? 'file' : 'keychain'
  }

  /** With the name of what encrypted it, which is the plain one where it hides nothing. */
  async function encrypt(key: string): Promise<Entry> {
    const backend = backendNow()
    const encrypted = await safeStorage.encryptStringAsync(key)
    return { backend: hidesNothing(backend, encrypted) ? plain : backend, encrypted }
  }

  async function decrypt({ backend, encrypted }: Entry) {
    // Electron offers it only to a program that says that it knows.
    if (backend === plain && backendNow() === plain) safeStorage.setUsePlainTextEncryption(true)
    const decrypted = await safeStorage.decryptStringAsync(encrypted)
    // Electron decrypts nothing to nothing.
    if (decrypted.result === '') throw new Error('The entry is empty.')
    return decrypted
  }

  async function troubleOf({ backend }: Entry, reason: string): Promise<KeyTrouble> {
    if (backend !== null && backend !== backendNow()) return 'other_keychain'
    return isPassing.test(reason) || (await tryEncryption()) === null ? 'locked' : 'undecryptable'
  }

  /**
   * What was encrypted without a keychain, or by a key that the keychain has replaced since, is encrypted by the one of now,
   * unless it was changed meanwhile. Returns whether a keychain has it now.
   */
  async function encryptAnew(accountId: string, text: string, key: string): Promise<boolean> {
    try {
      const anew = await encrypt(key)
      if (sourceOf(anew) === 'file') return false
      await file.replace(accountId, text, toText(anew))
      return true
    } catch (error) {
      log.warn(`The key for ${accountId} could not be encrypted anew: ${String(error)}.`)
      return false
    }
  }

  return {
    fromEnvironment: null,
    place,
    trouble: (accountId) => troubles.get(accountId) ?? null,
    async read(accountId) {
      let entry: Entry | null = null
      try {
        const text = await file.read(accountId)
        if (text === null) return null
        entry = readEntry(text)
        const { result: key, shouldReEncrypt } = await decrypt(entry)
        troubles.delete(accountId)
        const isOutdated = shouldReEncrypt || (entry.backend === plain && backendNow() !== plain)
        const isEncrypted = isOutdated && (await encryptAnew(accountId, text, key))
        return { key, source: isEncrypted ? 'keychain' : sourceOf(entry) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        troubles.set(accountId, entry ? await troubleOf(entry, reason) : 'unreadable')
        log.warn(
          `The key for ${accountId} could not be read (${reason}). It is kept; enter it again to go on.`,
        )
        return null
      }
    },
    async write(accountId, key, consent) {
      const at = await place()
      if (at === 'none') return fail({ code: 'not_possible_now', cause: reasonOf('key_place_missing') })
      if (at === 'file') {
        if (consent !== true) return fail({ code: 'not_possible_now', cause: reasonOf('keychain_missing') })
        safeStorage.setUsePlainTextEncryption(true)
      }
      try {
        const entry = await encrypt(key)
        await file.write(accountId, toText(entry))
        troubles.delete(accountId)
        return succeed(sourceOf(entry))
      } catch (error) {
        const cause = { code: 'key_not_kept', why: innerReasonOf(error) } as const
        return fail({ code: 'storage_failed', cause })
      }
    },
    async forget(accountId) {
      const forgotten = await forgetKey(file, accountId)
      if (forgotten.ok) troubles.delete(accountId)
      return forgotten
    },
  }
}

function toText({ backend, encrypted }: Entry): string {
  return `${backend}:${encrypted.toString('base64')}`
}

/** An entry of an earlier Atelier is the ciphertext alone. */
function readEntry(text: string): Entry {
  const [, backend = null, base64 = text] = /^([a-z0-9_]{1,40}):(.*)$/s.exec(text) ?? []
  return { backend, encrypted: Buffer.from(base64, 'base64') }
}
