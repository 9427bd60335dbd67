import { z } from 'zod'
import { isWithinDepth } from '../json/read-bounded-json.ts'

/** No request is as deep; what is deeper could be kept but not be shown again by everything that reads it. */
export const deepestValues = 64

/** The values of a request or a recipe as they come from a page, by wire name (JOB36). */
export const requestValuesSchema = z
  .record(z.string(), z.unknown())
  .refine((values) => isWithinDepth(values, deepestValues), 'it is nested too deeply')
