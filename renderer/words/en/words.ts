import { actions } from './actions.ts'
import { create } from './create.ts'
import { lateFailures } from './failures.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'
import { holdTitles } from './hold-titles.ts'
import { inputs } from './inputs.ts'
import { media } from './media.ts'
import { models } from './models.ts'
import { pricing } from './pricing.ts'
import { recipes } from './recipes.ts'
import { shell } from './shell.ts'

/** Without the words of parts with code of their own, such as those of `spend-words.ts`. */
export const english = {
  ...lateFailures.words,
  actions,
  create,
  fields,
  format,
  inputs,
  media,
  models,
  holdTitles,
  pricing,
  recipes,
  shell,
}
