import type { Clock } from '../clock.ts'
import { findEnd, type ModelDeprecation } from '../models/deprecation.ts'
import { endedModels, generationPath, servedModels } from '../models/served-models.ts'
import { describeGeneration } from './generation-operations.ts'
import { responseSchemas } from './response-schemas.ts'
import { serviceOperations } from './service-operations.ts'

/**
 * The sandbox's current description: OpenAPI 3.1.0, API version `v1` (interface: Versioning 1). Models that
 * have an end, and fields that are ignored until one, are marked as deprecated.
 */
export function createDescription(deprecations: readonly ModelDeprecation[], clock: Clock) {
  const announced = {
    find: (id: string) => deprecations.find(({ modelId }) => modelId === id) ?? null,
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier sandbox',
      version: 'v1',
      description:
        'Asynchronous generation of images, videos and music on this machine. Nothing here costs money.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: ['image', 'video', 'audio', 'jobs', 'assets', 'usage', 'styles'].map((name) => ({ name })),
    paths: {
      ...Object.fromEntries(
        [...servedModels, ...endedModels].map((model) => [
          generationPath(model),
          { post: describeGeneration(model, findEnd(model, announced), clock) },
        ]),
      ),
      ...serviceOperations,
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace.' },
      },
      schemas: responseSchemas,
    },
  }
}
