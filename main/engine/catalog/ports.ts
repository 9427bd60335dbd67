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
