import { jobStatuses } from '../../shared/api/job.ts'

const dateTime = { type: 'string', format: 'date-time', pattern: 'Z$' }
const uuid = { type: 'string', format: 'uuid' }

/** The sandbox's response bodies, by name (interface: Resources and their fields). */
export const responseSchemas = {
  Job: {
    type: 'object',
    description: 'A job, from its acceptance on.',
    properties: {
      job_id: uuid,
      status: { type: 'string', enum: [...jobStatuses] },
      created_at: dateTime,
      completed_at: { ...dateTime, type: ['string', 'null'], description: 'Null while the job is pending.' },
      result: {
        description: 'Null until the job completes.',
        anyOf: [{ $ref: '#/components/schemas/JobResult' }, { type: 'null' }],
      },
      error: { $ref: '#/components/schemas/JobError' },
      progress: { type: 'number', minimum: 0, maximum: 1 },
    },
    required: ['job_id', 'status', 'created_at', 'completed_at', 'result', 'progress'],
  },
  JobResult: {
    type: 'object',
    properties: { urls: { type: 'array', items: { type: 'string', format: 'uri' } } },
    required: ['urls'],
  },
  JobError: {
    type: 'object',
    description: 'Why a job failed; absent otherwise.',
    properties: { code: { type: 'string' }, message: { type: 'string' } },
    required: ['code', 'message'],
  },
  JobList: {
    type: 'object',
    properties: {
      jobs: {
        type: 'array',
        items: {
          allOf: [{ $ref: '#/components/schemas/Job' }],
          properties: {
            path: { type: ['string', 'null'], description: 'Where the job was asked for.' },
            request: { type: 'object', description: 'The request as it was understood.' },
          },
          required: ['path', 'request'],
        },
      },
      next_cursor: { type: ['string', 'null'], description: 'Null on the last page.' },
    },
    required: ['jobs', 'next_cursor'],
  },
  Asset: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      image_url: { type: 'string', format: 'uri', description: 'Whatever the file is.' },
      media_type: { type: 'string' },
      bytes: { type: 'integer' },
    },
    required: ['id', 'image_url'],
  },
  UsageReport: {
    type: 'object',
    properties: {
      start_date: dateTime,
      end_date: dateTime,
      jobs: { type: 'array', items: { $ref: '#/components/schemas/UsageJob' } },
    },
    required: ['start_date', 'end_date', 'jobs'],
    additionalProperties: false,
  },
  UsageJob: {
    type: 'object',
    properties: {
      job_id: { type: 'string' },
      user_id: { type: ['string', 'null'] },
      user_email: { type: ['string', 'null'] },
      type: { type: ['string', 'null'] },
      completed_at: dateTime,
      compute_units: { type: 'number' },
    },
    required: ['job_id', 'user_id', 'user_email', 'type', 'completed_at', 'compute_units'],
    additionalProperties: false,
  },
  StyleShare: {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      style_id: { type: 'string' },
      workspace: {
        type: 'object',
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        required: ['id', 'name'],
      },
    },
    required: ['success', 'style_id', 'workspace'],
  },
  Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
  InsufficientBalance: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  Sunset: {
    type: 'object',
    properties: {
      error: { type: 'string', const: 'model_unavailable', description: 'Stable; safe to switch on.' },
      reason: { type: 'string', const: 'deprecated' },
      message: { type: 'string' },
      sunset_date: { type: 'string', format: 'date' },
      replacement: { type: 'string', description: 'Only where something replaces the model.' },
      migration_url: { type: 'string', description: 'Only where something replaces the model.' },
    },
    required: ['error', 'reason', 'message', 'sunset_date'],
  },
} as const

/** A response whose body has one of these shapes. */
export function respond(description: string, schema: keyof typeof responseSchemas) {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}
