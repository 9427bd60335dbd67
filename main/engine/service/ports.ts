import type { Result } from '../../../shared/result.ts'
import type { AssetService } from '../inputs/ports.ts'
import type { JobService } from '../submissions/ports.ts'

export type KeySource = 'sandbox' | 'environment' | 'keychain' | 'file' | 'none'

export interface StoredKey {
  readonly key: string
  readonly source: KeySource
}

/** Where keys live on this host. A key leaves this port only towards the service it is for. */
export interface Secrets {
  /** Of exactly this address. */
  read(serviceId: string): Promise<StoredKey | null>
  /** A key that this run was started with, and the one address that it counts for; null where there is none. */
  readonly fromEnvironment: { readonly baseUrl: string | null } | null
  /** `consent`: the person agreed that the key may lie in a file only they can read. */
  write(
    serviceId: string,
    key: string,
    consent: boolean,
  ): Promise<Result<KeySource, 'storage_failed' | 'not_possible_now'>>
}

export interface Sandbox {
  readonly url: string
  readonly key: string
  /** Resolves when it ends without being told to, with how many milliseconds it was there. */
  readonly ended: Promise<number>
}

/** A model's endpoint as the service's own description lists it. */
export interface DescribedEndpoint {
  readonly kind: string
  readonly vendor: string
  readonly model: string
  readonly path: string
  readonly isDeprecated: boolean
  /** The operation as it was described, and the whole description that its references lead into. */
  readonly operation: Readonly<Record<string, unknown>>
  readonly document: unknown
}

/** The service, as the studio's own house-keeping needs it. Nothing here throws; no call costs money. */
export interface ServiceClient extends JobService, AssetService {
  /** Null where the service publishes no description that can be read. */
  describe(): Promise<readonly DescribedEndpoint[] | null>
  /** Whether the service is there and takes the key; null where its answer doesn't tell. */
  probe(): Promise<{ readonly reachable: boolean; readonly keyAccepted: boolean | null }>
}

export type ConnectService = (service: {
  readonly baseUrl: string
  readonly key: string | null
}) => ServiceClient
