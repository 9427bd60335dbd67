import type { XmlElement } from './xml.ts'

/** Reads XML from outside. */
export interface XmlReader {
  /**
   * The root of the document; null where it is not well-formed, declares a document type, or exceeds `xmlBounds`.
   * Comments and processing instructions are left out.
   */
  read(text: string): XmlElement | null
}

export const xmlBounds = {
  characters: 8 * 1024 * 1024,
  depth: 64,
  elements: 50_000,
  attributes: 1_000,
} as const
