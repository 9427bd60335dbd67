/** Keeps what services said of their models, so that it is known when they can't be reached. */
export interface DescriptionStore {
  /** The last description of this service that was kept; undefined where there is none. */
  read(serviceId: string): unknown
  /** Keeps it. What can't be kept costs nothing but a description when the service is out of reach. */
  write(serviceId: string, document: unknown): void
  /** Every model that a description ever named, by id. */
  labels(): ReadonlyMap<string, string>
  writeLabels(labels: ReadonlyMap<string, string>): void
}

/** What an endpoint said about its end, and when. */
export interface DeprecationSign {
  readonly serviceId: string
  readonly path: string
  readonly modelId: string
  /** `sunset`: it answered 410. `deprecated`: the headers of a successful answer said so. */
  readonly state: 'deprecated' | 'sunset'
  /** See `serviceDateSchema`. */
  readonly sunsetDate: string | null
  /** The service's words. */
  readonly message: string | null
  /** A path or a name, as the service gave it. */
  readonly replacement: string | null
  readonly link: string | null
  /** Milliseconds since the epoch. */
  readonly heardAt: number
}

/** Keeps what endpoints said of their end. Throws where it can't be written. */
export interface DeprecationStore {
  signs(serviceId: string): readonly DeprecationSign[]
  /** Replaces what the same endpoint said before. */
  keep(sign: DeprecationSign): void
  forget(serviceId: string, path: string): void
}
