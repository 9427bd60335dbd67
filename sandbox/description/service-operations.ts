import { respond } from './response-schemas.ts'

const noAccess = respond('API access is not enabled on the workspace.', 'Error')
const noWorkspace = respond('The workspace is not there.', 'Error')

/** The operations besides generation, by path. */
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
        403: noAccess,
        404: respond('No such job in this workspace.', 'Error'),
      },
    },
  },
  '/jobs': {
    get: {
      operationId: 'list_jobs',
      tags: ['jobs'],
      summary: 'The workspace’s jobs, newest first',
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
        {
          name: 'cursor',
          in: 'query',
          description: 'next_cursor of the answer before.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: respond('A page of jobs.', 'JobList'),
        400: respond('A parameter can’t be read.', 'Error'),
        401: respond('No key, or one that is not known.', 'Error'),
        403: noAccess,
        404: noWorkspace,
      },
    },
  },
  '/assets': {
    post: {
      operationId: 'create_asset',
      tags: ['assets'],
      summary: 'Takes a file that media fields can then name by its URL',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
              required: ['file'],
            },
          },
        },
      },
      responses: {
        200: respond('The file’s id and URL.', 'Asset'),
        400: respond('No file, too large a file, or no media.', 'Error'),
        401: respond('No key, or one that is not known.', 'Error'),
        403: noAccess,
        404: noWorkspace,
      },
    },
  },
  '/usage': {
    get: {
      operationId: 'get_usage',
      tags: ['usage'],
      summary: 'The workspace’s completed, metered jobs',
      description: 'Needs a workspace service API key. Callers add the units up themselves.',
      parameters: [
        {
          name: 'start_date',
          in: 'query',
          description:
            'Inclusive; a calendar date or a date-time with Z or ±HH:MM; 7 days before end_date where absent.',
          schema: { type: 'string', minLength: 1 },
        },
        {
          name: 'end_date',
          in: 'query',
          description: 'Inclusive; a calendar date covers the whole day. Now, where absent.',
          schema: { type: 'string', minLength: 1 },
        },
      ],
      responses: {
        200: respond('The window that was covered, and its jobs, newest first.', 'UsageReport'),
        400: respond('Too many jobs for one answer, or outside what is covered.', 'Error'),
        401: respond('No key, or one that is not known.', 'Error'),
        403: respond(
          'Not a workspace service key, a plan without the entitlement, or no API access.',
          'Error',
        ),
        404: respond('The workspace is not there.', 'Error'),
        422: respond('A parameter can’t be read; the words begin with it.', 'Error'),
        503: respond('Not to be had for the moment.', 'Error'),
      },
    },
  },
  '/styles/{id}/share/workspace': {
    post: {
      operationId: 'share_style',
      tags: ['styles'],
      summary: 'Shares a style with the key’s workspace',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: respond('The style and the workspace it went to.', 'StyleShare'),
        401: respond('No key, or one that is not known.', 'Error'),
        403: respond('The key’s identity does not own the style.', 'Error'),
        404: respond('No such style.', 'Error'),
      },
    },
  },
  '/.well-known/jwks.json': {
    get: {
      operationId: 'get_webhook_keys',
      tags: ['jobs'],
      summary: 'The keys that verify webhook deliveries',
      security: [],
      responses: { 200: { description: 'A JSON Web Key Set.' } },
    },
  },
} as const
