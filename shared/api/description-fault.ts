/**
 * Why what a service, a URL or a file gives is no description that can be used; `absent`: it publishes none, and
 * `unreached`: it isn't known now. `unusable`: it broke
 * its readers. `unkept`: it is used, but could not be kept for when the service is away.
 */
export const descriptionFaults = [
  'absent',
  'unreached',
  'needs_key',
  'half',
  'html',
  'swagger_2',
  'other_version',
  'too_large',
  'too_deep',
  'not_openapi',
  'no_models',
  'unusable',
  'unkept',
] as const

export type DescriptionFault = (typeof descriptionFaults)[number]
