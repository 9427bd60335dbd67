import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { fail, succeed } from '../../../shared/result.ts'
import type { Log } from '../../engine/ports.ts'
import type { KeySource, Secrets } from '../../engine/service/ports.ts'
import { createKeyFile } from '../../infra/key-file.ts'

export interface SafeSecretsDeps {
  readonly safeStorage: SafeStorage
  readonly folder: string
  readonly platform: NodeJS.Platform
  readonly log: Log
}

/**
 * Keys in the desktop (decision 11), encrypted by the system's keychain, one file for all services. On Linux
 * without a keychain the encryption hides nothing, so the person is asked first. A key that can't be decrypted
 * is kept.
 */
export function createSafeSecrets({ safeStorage, folder, platform, log }: SafeSecretsDeps): Secrets {
  const file = createKeyFile(join(folder, 'keys.desktop.json'))

  function hasKeychain(): boolean {
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
  }

  function sourceNow(): KeySource {
    return hasKeychain() ? 'keychain' : 'file'
  }

  return {
    fromEnvironment: null,
    async read(serviceId) {
      try {
        const encrypted = await file.read(serviceId)
        if (encrypted === null) return null
        return { key: safeStorage.decryptString(Buffer.from(encrypted, 'base64')), source: sourceNow() }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn(
          `The key for ${serviceId} could not be read (${reason}). It is kept; enter it again to go on.`,
        )
        return null
      }
    },
    async write(serviceId, key, consent) {
      if (!safeStorage.isEncryptionAvailable()) {
        const message =
          'This system offers no place to keep a key. Start the browser host with ATELIER_API_KEY set and --service with this address.'
        return fail({ code: 'not_possible_now', message })
      }
      if (!hasKeychain() && !consent) {
        const message =
          'This system has no keychain: the key would lie in a file that only you can read, without real encryption. That needs your consent.'
        return fail({ code: 'not_possible_now', message })
      }
      try {
        await file.write(serviceId, safeStorage.encryptString(key).toString('base64'))
        return succeed(sourceNow())
      } catch (error) {
        return fail({
          code: 'storage_failed',
          message: `The key could not be kept: ${(error as Error).message}.`,
        })
      }
    },
  }
}
