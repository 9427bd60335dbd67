import type { SafeStorage } from 'electron'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { fail, succeed } from '../../../shared/result.ts'
import type { Log } from '../../engine/ports.ts'
import { innerReasonOf } from '../../engine/reason-error.ts'
import type { KeySource, Secrets } from '../../engine/service/ports.ts'
import { createKeyFile, forgetKey } from '../../infra/key-file.ts'

export interface SafeSecretsDeps {
  readonly safeStorage: SafeStorage
  /** The file that holds the encrypted keys. */
  readonly path: string
  readonly platform: NodeJS.Platform
  readonly log: Log
}

/**
 * Keys in the desktop (decision 11), encrypted by the system's keychain, one file for all accounts. On Linux
 * without a keychain the encryption hides nothing, so the person is asked first. A key that can't be decrypted
 * is kept.
 */
export function createSafeSecrets({ safeStorage, path, platform, log }: SafeSecretsDeps): Secrets {
  const file = createKeyFile(path)

  function hasKeychain(): boolean {
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
  }

  function sourceNow(): KeySource {
    return hasKeychain() ? 'keychain' : 'file'
  }

  return {
    fromEnvironment: null,
    async read(accountId) {
      try {
        const encrypted = await file.read(accountId)
        if (encrypted === null) return null
        return { key: safeStorage.decryptString(Buffer.from(encrypted, 'base64')), source: sourceNow() }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn(
          `The key for ${accountId} could not be read (${reason}). It is kept; enter it again to go on.`,
        )
        return null
      }
    },
    async write(accountId, key, consent) {
      if (!safeStorage.isEncryptionAvailable()) {
        return fail({ code: 'not_possible_now', cause: reasonOf('key_place_missing') })
      }
      if (!hasKeychain() && !consent) {
        return fail({ code: 'not_possible_now', cause: reasonOf('keychain_missing') })
      }
      try {
        await file.write(accountId, safeStorage.encryptString(key).toString('base64'))
        return succeed(sourceNow())
      } catch (error) {
        const cause = { code: 'key_not_kept', why: innerReasonOf(error) } as const
        return fail({ code: 'storage_failed', cause })
      }
    },
    forget: (accountId) => forgetKey(file, accountId),
  }
}
