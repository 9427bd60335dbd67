import type { Carried } from '../../shared/library/carried.ts'
import { foresee, writeSidecar } from '../engine/metadata/embed.ts'
import { createSaxXmlReader } from '../infra/sax-xml.ts'
import { sourceOf, writeOut } from './sample-containers.ts'

const xml = createSaxXmlReader()
const credits = { writer: '', version: '1' }

/** A copy of a file that carries a recipe, as an export writes it. */
export async function withRecipe(original: Buffer, mediaType: string, carried: Carried): Promise<Buffer> {
  const source = sourceOf(original)
  const prospect = await foresee({ mediaType, source, carried, credits, size: null, xml })
  return writeOut(prospect.embed()?.pieces ?? [], original)
}

/** The sidecar of such a file. */
export const sidecarOf = (carried: Carried): string => writeSidecar(carried, credits).toString()
