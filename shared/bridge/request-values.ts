import { z } from 'zod'
import { hasAtMostMembers, isWithinDepth } from '../json/read-bounded-json.ts'

/** No request nests deeper; deeper values could be kept but not be shown again by every reader. */
export const deepestValues = 64

/** Members of all objects and items of all lists of a request together. */
export const mostMembersOfValues = 10_000

/** Records of zod are without this name, at their own level, and don't say so: half a run would be sent (JOB37). */
const lostName = '__proto__'

const nothingLost = z.transform((values: Readonly<Record<string, unknown>>, { issues }) => {
  // Of what isn't an object, the record says so.
  if (typeof values === 'object' && values !== null && Object.hasOwn(values, lostName))
    issues.push({ code: 'custom', message: `a value can’t be called ${lostName}`, input: values })
  return values
})

/** The values of a request or a recipe from a page, by wire name (JOB36, JOB37). */
export const requestValuesSchema = nothingLost.pipe(
  z
    .record(z.string(), z.unknown())
    .refine((values) => isWithinDepth(values, deepestValues), 'it is nested too deeply')
    .refine((values) => hasAtMostMembers(values, mostMembersOfValues), 'it has more than 10,000 members'),
)
