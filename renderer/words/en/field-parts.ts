import type { FieldKind } from '../../../shared/form/field.ts'

/** The name of a value by its kind, for a choice between kinds. */
const forms: Record<FieldKind, string> = {
  prompt: 'Text',
  text: 'Text',
  enumeration: 'Choice',
  'aspect-ratio': 'Proportions',
  number: 'Number',
  integer: 'Whole number',
  seed: 'Whole number',
  switch: 'On or off',
  constant: 'Fixed',
  media: 'File or URL',
  'media-list': 'Files or URLs',
  styles: 'Styles',
  'style-images': 'Style images',
  list: 'List',
  tuple: 'List',
  object: 'Settings',
  nullable: 'Value or none',
  union: 'Other',
  json: 'JSON',
}

/** Of fields whose code comes on demand. */
export const fieldParts = {
  styles: {
    strength: (position: number) => `Strength of style ${position}`,
    strengthLabel: 'Strength',
    remove: (position: number) => `Remove style ${position}`,
  },
  styleImages: {
    strength: (position: number) => `Strength of style image ${position}`,
    remove: (position: number) => `Remove style image ${position}`,
  },
  json: {
    placeholder: 'JSON',
  },
  list: {
    add: 'Add',
    addTo: (label: string) => `Add to ${label}`,
    remove: (label: string) => `Remove ${label}`,
    earlier: (label: string) => `Move ${label} up`,
    later: (label: string) => `Move ${label} down`,
  },
  object: {
    include: 'Add',
    includeNamed: (label: string) => `Add ${label}`,
    leaveOut: 'Leave out',
    leaveOutNamed: (label: string) => `Leave out ${label}`,
    addMember: 'Add a value',
    addMemberTo: (label: string) => `Add a value to ${label}`,
    memberName: (position: number) => `Name of value ${position}`,
    memberPlaceholder: 'Name',
  },
  nothing: {
    send: 'Send none',
    sendNamed: (label: string) => `Send none for ${label}`,
    sent: 'None',
    fill: 'Give a value',
    fillNamed: (label: string) => `Give a value to ${label}`,
  },
  form: {
    choose: (label: string) => `Kind of ${label}`,
    of: (kind: FieldKind) => forms[kind],
    nth: (position: number) => `Form ${position}`,
  },
}
