import type { Problem, ProblemReason } from '../../../shared/form/problems.ts'

const types: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

function typeWords(expected: string): string {
  return expected
    .split(', ')
    .map((type) => types[type] ?? `a ${type}`)
    .join(' or ')
}

function optionText(option: unknown): string {
  return typeof option === 'string' ? option : JSON.stringify(option)
}

/** The text after the field's name. */
function say(reason: ProblemReason): string {
  switch (reason.code) {
    case 'missing':
      return 'is missing'
    case 'unknown_field':
      return 'is no field of this model'
    case 'too_long':
      return `has at most ${reason.maximum} characters; this is ${reason.actual}`
    case 'too_short':
      return `has at least ${reason.minimum} character${reason.minimum === 1 ? '' : 's'}; this is ${reason.actual}`
    case 'too_large':
      return `is at most ${reason.maximum}`
    case 'too_small':
      return `is at least ${reason.minimum}`
    case 'too_many':
      return `takes at most ${reason.maximum}; these are ${reason.actual}`
    case 'too_few':
      return `takes at least ${reason.minimum}; these are ${reason.actual}`
    case 'not_an_option':
      return `is one of ${reason.options.map(optionText).join(', ')}`
    case 'wrong_type':
      return `takes ${typeWords(reason.expected)}`
    case 'not_below':
      return `is less than ${reason.bound}`
    case 'not_above':
      return `is more than ${reason.bound}`
    case 'not_a_multiple':
      return `goes in steps of ${reason.of}`
    case 'not_unique':
      return 'takes nothing twice'
    case 'wrong_format':
      return `takes the format ${reason.format}`
    case 'wrong_pattern':
      return `has to fit the pattern ${reason.pattern}`
    case 'no_form':
      return 'fits none of the forms that the model takes'
    case 'two_sizes':
      return 'is set beside width or height; the model takes one of them'
    case 'several_forms':
      return 'could be meant in two ways, and the model takes just one'
    case 'forbidden':
      return 'is not taken here'
    case 'too_complex':
      return 'has rules too intricate to check'
    case 'inexact':
      return 'has more digits than a whole number can be sent with exactly'
    case 'not_json':
      return 'is not JSON'
    case 'not_media':
      return 'takes a web address, a data URI or a file as @path'
    case 'heic':
      return 'takes no HEIC images; export the image as JPEG or PNG'
    case 'not_a_medium':
      return 'takes an image, video or audio file, and no other'
    case 'not_a_file':
      return 'takes a file, as @path or as atelier://file/FILE_ID, and no web address'
    case 'invalid':
      return 'does not fit what the model takes'
  }
}

/** Faults of a request's values, on the command line. */
export const problems = {
  /** One sentence that begins with the field, by its wire name. */
  sentence: ({ path, reason }: Problem) => `${path.join('.') || 'The request'} ${say(reason)}.`,
}
