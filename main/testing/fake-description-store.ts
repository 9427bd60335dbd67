import type { DescriptionStore } from '../engine/catalog/ports.ts'

/** Keeps descriptions for as long as the test lasts. */
export function createFakeDescriptionStore(): DescriptionStore {
  const documents = new Map<string, string>()
  const known = new Map<string, string>()
  return {
    read(serviceId) {
      const text = documents.get(serviceId)
      return text === undefined ? undefined : JSON.parse(text)
    },
    readVersion: () => undefined,
    write: (serviceId, document) => void documents.set(serviceId, JSON.stringify(document)),
    labels: () => known,
    writeLabels(labels) {
      for (const [id, label] of labels) known.set(id, label)
    },
  }
}
