import type { JsonSchema } from '../shared/catalog/json-schema.ts'
import { requestSchema } from '../shared/catalog/json-schema.ts'
import type { FieldValues } from './acceptance.ts'
import type { ServedModel } from './description.ts'
import { sampleMedia } from './sample-media.ts'
import { mediaOf } from './sample-values.ts'

/** A listed constraint of a model without a field name (interface: Common rules, 7). */
interface UnnamedConstraint {
  readonly modelId: string
  readonly what: string
  /** Whether a described, unlisted field is this one. */
  readonly fits: (schema: JsonSchema) => boolean
  readonly takes: readonly unknown[]
  readonly refuses: readonly unknown[]
}

function bounded(modelId: string, what: string, [least, most]: readonly [number, number]): UnnamedConstraint {
  return {
    modelId,
    what,
    fits: ({ minimum, maximum }) => minimum === least && maximum === most,
    takes: [most, least],
    refuses: [least - 1, most + 1],
  }
}

function whole(modelId: string, what: string, bounds: readonly [number, number]): UnnamedConstraint {
  const constraint = bounded(modelId, what, bounds)
  return { ...constraint, refuses: [...constraint.refuses, bounds[0] + 0.5] }
}

function oneOf(modelId: string, what: string, members: readonly string[]): UnnamedConstraint {
  const sorted = members.toSorted().join()
  return {
    modelId,
    what,
    fits: (schema) => schema.enum?.map(String).toSorted().join() === sorted,
    takes: members,
    refuses: ['not-listed'],
  }
}

const flags: UnnamedConstraint = {
  modelId: 'v1',
  what: 'two switches, for upscaling and for prompt enhancement',
  fits: ({ type, deprecated }) => type === 'boolean' && deprecated !== true,
  takes: [false],
  refuses: ['yes'],
}

const references: UnnamedConstraint = {
  modelId: 'i6',
  what: 'at most 8 reference images',
  fits: ({ maxItems, items }) => maxItems === 8 && mediaOf(items) !== 'video' && mediaOf(items) !== 'audio',
  takes: [Array(8).fill(sampleMedia.image)],
  refuses: [Array(9).fill(sampleMedia.image)],
}

export const unnamedConstraints: readonly UnnamedConstraint[] = [
  flags,
  bounded('i1', 'a number from 0 to 1', [0, 1]),
  whole('i4', 'a whole number from 1 to 100', [1, 100]),
  bounded('i4', 'a denoising strength from 0 to 1', [0, 1]),
  references,
  oneOf('i7', 'a choice of low, medium, high, auto', ['low', 'medium', 'high', 'auto']),
  whole('i8', 'a whole number from 1 to 50', [1, 50]),
  bounded('a1', 'a track length from 3000 to 600000 milliseconds', [3000, 600_000]),
]

/** A constraint, and the described fields that match it; none where the description shows no such field. */
export interface LocatedConstraint extends UnnamedConstraint {
  readonly fields: readonly FieldValues[]
}

/** The unnamed constraints of a model, matched in the service's own description by their shape. */
export function locateConstraints({ model, schema }: ServedModel): LocatedConstraint[] {
  const listed = requestSchema(model).properties ?? {}
  const unlisted = Object.entries(schema?.properties ?? {}).filter(([field]) => !Object.hasOwn(listed, field))
  return unnamedConstraints
    .filter(({ modelId }) => modelId === model.id)
    .map((constraint) => ({
      ...constraint,
      fields: unlisted
        .filter(([, described]) => constraint.fits(described))
        .map(([field]) => ({ field, values: constraint.takes })),
    }))
}
