import { z } from 'zod'
import { isWithinDepth } from '../json/read-bounded-json.ts'

/** No request nests deeper; deeper values could be kept but not be shown again by every reader. */
export const deepestValues = 64

/** The values of a request or a recipe from a page, by wire name (JOB36). */
export const requestValuesSchema = z
  .record(z.string(), z.unknown())
  .refine((values) => isWithinDepth(values, deepestValues), 'it is nested too deeply')
