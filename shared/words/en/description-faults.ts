import type { DescriptionFault } from '../../api/description-fault.ts'

/** Why there is no description to use, each as a whole sentence; `unkept`: it is used all the same. */
export const descriptionFaultWords = {
  absent: 'There is no description at this address.',
  unreached: 'The description could not be read now.',
  needs_key: 'The description is only given with a key, and this one isn’t accepted for it.',
  half: 'The description ends in the middle: only a part of it arrived.',
  html: 'This is a web page, not an OpenAPI description.',
  swagger_2: 'This is a Swagger 2 description. Atelier reads OpenAPI 3.0, 3.1 and 3.2; converters exist.',
  other_version: 'This OpenAPI version isn’t known. Atelier reads 3.0, 3.1 and 3.2.',
  too_large: 'The description is too large: Atelier reads up to 32 MB of JSON, or 4 MB of YAML.',
  too_deep: 'The description is nested too deeply.',
  not_openapi: 'This is no OpenAPI description: it is neither JSON nor YAML with “openapi” and “paths”.',
  no_models: 'The description has no generation endpoints: no POST under /generate/.',
  unusable: 'Atelier can’t use this description; its log says why.',
  unkept:
    'The description is used but could not be kept, so it is missing while the service can’t be reached.',
} as const satisfies Record<DescriptionFault, string>
