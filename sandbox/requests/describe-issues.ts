import type { z } from 'zod'
import { mediaUrlMaxLength } from '../../shared/api/media.ts'

type Issue = z.core.$ZodIssue

/** Describes a request's faults, field by field, each with the field's name first. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.flatMap(describeIssue).join(' ')
}

function describeIssue(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${nameField([...issue.path, key])}: this model has no such field.`)
  }
  return [`${nameField(issue.path)}: ${describeRule(issue)}.`]
}

/** `styles[0].id` for ['styles', 0, 'id']. */
function nameField(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${String(part)}`))
    .join('')
}

function describeRule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${boundVerb(issue.origin)} at least ${issue.minimum}${boundUnit(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${boundVerb(issue.origin)} at most ${issue.maximum}${boundUnit(issue.origin, issue.maximum)}`
    case 'invalid_union':
      return mediaRule
    default:
      return issue.message
  }
}

const mediaRule = `must be an http or https URL of at most ${mediaUrlMaxLength} characters, without spaces and without a user name, or a base64 data URI`

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function boundVerb(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be'
}

const boundUnits: Readonly<Record<string, string>> = { string: 'character', array: 'element' }

function boundUnit(origin: string, bound: number | bigint): string {
  const unit = boundUnits[origin]
  return unit === undefined ? '' : ` ${unit}${Number(bound) === 1 ? '' : 's'}`
}
