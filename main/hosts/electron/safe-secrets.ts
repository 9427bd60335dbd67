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

/**
 * Keys in the desktop (decision 11), encrypted by the system's keychain, one file for all accounts, each entry with the
 * name of what encrypted it. On Linux without a keychain the encryption hides nothing, so the person is asked first. A key
 * that can't be decrypted is kept, and `trouble` says why (SEC1 to SEC5).
 */
export function createSafeSecrets({ safeStorage, path, platform, log }: SafeSecretsDeps): Secrets {
  const file = createKeyFile(path)
  const troubles = new Map<string, KeyTrouble>()

  /** Elsewhere than on Linux the system has one keychain. */
  function backendNow(): string {
    return platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform
  }

  function place(): KeyPlace {
    if (backendNow() === plain) return 'file'
    return safeStorage.isEncryptionAvailable() ? 'keychain' : 'none'
  }

  function sourceNow(): KeySource {
    return backendNow() === plain ? 'file' : 'keychain'
  }

  function encrypt(key: string): string {
    return `${backendNow()}:${safeStorage.encryptString(key).toString('base64')}`
  }

  function decrypt({ backend, encrypted }: Entry): string {
    // Electron offers it only to a program that says that it knows.
    if (backend === plain && backendNow() === plain) safeStorage.setUsePlainTextEncryption(true)
    return safeStorage.decryptString(encrypted)
  }

  function troubleOf({ backend }: Entry): KeyTrouble {
    if (backend !== null && backend !== backendNow()) return 'other_keychain'
    return safeStorage.isEncryptionAvailable() ? 'undecryptable' : 'locked'
  }

  /** What was encrypted without a keychain is encrypted by one as soon as there is one, unless it was changed meanwhile. */
  async function encryptAnew(accountId: string, text: string, key: string): Promise<void> {
    await file
      .replace(accountId, text, encrypt(key))
      .catch((error: unknown) => log.warn(`The key for ${accountId} could not be encrypted anew: ${error}.`))
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
        const key = decrypt(entry)
        troubles.delete(accountId)
        if (entry.backend === plain && backendNow() !== plain) await encryptAnew(accountId, text, key)
        return { key, source: sourceNow() }
      } catch (error) {
        troubles.set(accountId, entry ? troubleOf(entry) : 'unreadable')
        const reason = error instanceof Error ? error.message : String(error)
        log.warn(
          `The key for ${accountId} could not be read (${reason}). It is kept; enter it again to go on.`,
        )
        return null
      }
    },
    async write(accountId, key, consent) {
      const at = place()
      if (at === 'none') return fail({ code: 'not_possible_now', cause: reasonOf('key_place_missing') })
      if (at === 'file') {
        if (consent !== true) return fail({ code: 'not_possible_now', cause: reasonOf('keychain_missing') })
        safeStorage.setUsePlainTextEncryption(true)
      }
      try {
        await file.write(accountId, encrypt(key))
        troubles.delete(accountId)
        return succeed(sourceNow())
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

/** An entry of an earlier Atelier is the ciphertext alone. */
function readEntry(text: string): Entry {
  const [, backend = null, base64 = text] = /^([a-z0-9_]{1,40}):(.*)$/s.exec(text) ?? []
  return { backend, encrypted: Buffer.from(base64, 'base64') }
}
