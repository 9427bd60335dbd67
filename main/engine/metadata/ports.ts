import type { ByteSource } from '../media-types/structure/byte-source.ts'
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

/** What a library for Content Credentials says of a file; it gets no network, whatever the file names. */
export type ManifestReading =
  /** The store of manifests as JSON, from hostile bytes; `hasTrustList`: signers were compared with a list. */
  | { readonly type: 'manifests'; readonly json: string; readonly hasTrustList: boolean }
  /** What looked like Content Credentials is something else. */
  | { readonly type: 'none' }
  /** Not within its limits of time and memory, or not as Content Credentials are written. */
  | { readonly type: 'unread' }

export interface CredentialsLibrary {
  /** One file at a time; rejects where the file can’t be read. */
  read(mediaType: string, source: ByteSource): Promise<ManifestReading>
}
