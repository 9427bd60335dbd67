import { respond } from './response-schemas.ts'

/** The operations beside generation, by path. */
export const serviceOperations = {
  '/jobs/{id}': {
    get: {
      operationId: 'get_job',
      tags: ['jobs'],
      summary: 'One job',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        200: respond('The job as it stands.', 'Job'),
        401: respond('No key, or one that is not known.', 'Error'),
        404: respond('No such job in this workspace.', 'Error'),
      },
    },
  },
} as const
