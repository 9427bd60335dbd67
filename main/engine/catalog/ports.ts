import type { OwnModel } from '../../../shared/bridge/own-model-procedures.ts'

/** Keeps what services said of their models, for when they can't be reached. */
export interface DescriptionStore {
  /** The last kept description of this service; undefined where there is none. */
  read(serviceId: string): unknown
  /** The one before, and so on: 1 is the last but one. At most ten are kept. */
  readVersion(serviceId: string, back: number): unknown
  /**
   * Keeps it whole, and the nine before it; false where it is too large to be read again. A failed write only costs the
   * description while the service is out of reach.
   */
  write(serviceId: string, document: unknown): boolean
  /** When the version that `readVersion` returns was replaced, in milliseconds since the epoch; null where there is none. */
  versionUntil(serviceId: string, back: number): number | null
  /** The description that the person saw last, while they have not seen a later one; null otherwise. */
  readSeen(serviceId: string): SeenDescription | null
  writeSeen(serviceId: string, seen: SeenDescription | null): void
  /** The models that descriptions have named, by id; of very many, those that were named last. */
  labels(): ReadonlyMap<string, string>
  /** False where they would be too many to be read again. */
  writeLabels(labels: ReadonlyMap<string, string>): boolean
}

/** What the person knows of a service's description. */
export interface SeenDescription {
  readonly document: unknown
  /** The changes of single models since then that they have seen, as text, by the model's id. */
  readonly models: ReadonlyMap<string, string>
}

/** Keeps the models that the person entered by hand, by account. Throws where it can't be written. */
export interface OwnModelStore {
  /** In the order in which they were entered. */
  list(account: string): readonly OwnModel[]
  /** In the place of the one with the path `replaces`, where there is one. */
  save(account: string, model: OwnModel, replaces: string | null): void
  remove(account: string, path: string): void
}

/** An endpoint's report of its end, and when it was received. */
export interface DeprecationSign {
  readonly serviceId: string
  readonly path: string
  readonly modelId: string
  /** `sunset`: a 410. `deprecated`: the headers of a successful response. */
  readonly state: 'deprecated' | 'sunset'
  /** See `serviceDateSchema`. */
  readonly sunsetDate: string | null
  /** The service's words. */
  readonly message: string | null
  /** A path or a name, as given by the service. */
  readonly replacement: string | null
  readonly link: string | null
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
}

/** Keeps what endpoints reported of their end. Throws where it can't be written. */
export interface DeprecationStore {
  signs(serviceId: string): readonly DeprecationSign[]
  /** Replaces the same endpoint's earlier report. */
  keep(sign: DeprecationSign): void
  forget(serviceId: string, path: string): void
}
