/** One operation of a foreign description: every field that its form must have, and what it takes and refuses. */
export interface ForeignOperation {
  readonly path: string
  readonly fields: readonly string[]
  readonly valid: readonly Readonly<Record<string, unknown>>[]
  readonly invalid: readonly Readonly<Record<string, unknown>>[]
}

export interface ForeignDescription {
  readonly style: string
  readonly document: Readonly<Record<string, unknown>>
  readonly operations: readonly ForeignOperation[]
}

function body(schema: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return { post: { ...more, requestBody: { required: true, content: { 'application/json': { schema } } } } }
}

const info = { title: 'A service', version: '1' }
const text = { type: 'string' }

/** Everything written where it is used, closed objects, no tags. */
const inline: ForeignDescription = {
  style: 'inline schemas and no tags',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/image/north/aurora': body({
        type: 'object',
        additionalProperties: false,
        required: ['prompt'],
        properties: {
          prompt: { ...text, minLength: 1 },
          size: { enum: ['small', 'large'], default: 'small' },
          steps: { type: 'integer', minimum: 1, maximum: 50 },
          guidance: { type: 'number', exclusiveMinimum: 0, maximum: 20 },
          tiles: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
        },
      }),
    },
  },
  operations: [
    {
      path: '/generate/image/north/aurora',
      fields: ['prompt', 'size', 'steps', 'guidance', 'tiles'],
      valid: [{ prompt: 'a' }, { prompt: 'a', size: 'large', steps: 50, guidance: 0.1, tiles: [1, 2] }],
      invalid: [
        {},
        { prompt: '' },
        { prompt: 'a', guidance: 0 },
        { prompt: 'a', tiles: [1.5] },
        { prompt: 'a', x: 1 },
      ],
    },
  ],
}

/** Everything by reference: bodies, parameters, fields of fields. */
const references: ForeignDescription = {
  style: 'references everywhere',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/video/south/drift': { post: { requestBody: { $ref: '#/components/requestBodies/Drift' } } },
    },
    components: {
      requestBodies: {
        Drift: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Drift' } } } },
      },
      schemas: {
        Drift: {
          type: 'object',
          required: ['prompt', 'camera'],
          properties: {
            prompt: { $ref: '#/components/schemas/Prompt' },
            camera: { $ref: '#/components/schemas/Camera' },
            next: { $ref: '#/components/schemas/Drift' },
          },
          additionalProperties: false,
        },
        Prompt: { ...text, maxLength: 10 },
        Camera: {
          type: 'object',
          required: ['move'],
          properties: { move: { $ref: '#/components/schemas/Move' }, speed: { type: 'number' } },
          additionalProperties: false,
        },
        Move: { type: 'string', enum: ['pan', 'tilt'] },
      },
    },
  },
  operations: [
    {
      path: '/generate/video/south/drift',
      fields: ['prompt', 'camera', 'next'],
      valid: [
        { prompt: 'a', camera: { move: 'pan' } },
        { prompt: 'a', camera: { move: 'tilt', speed: 2 }, next: { prompt: 'b', camera: { move: 'pan' } } },
      ],
      invalid: [
        { prompt: 'a' },
        { prompt: 'a', camera: { move: 'zoom' } },
        { prompt: 'longer than ten', camera: { move: 'pan' } },
        { prompt: 'a', camera: { move: 'pan' }, next: { prompt: 'b' } },
      ],
    },
  ],
}

/** Bodies put together from parts. */
const composed: ForeignDescription = {
  style: 'allOf bodies',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/image/east/weave': body({
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { type: 'object', properties: { strength: { type: 'number', minimum: 0 } } },
          { properties: { strength: { maximum: 1 } }, required: ['strength'] },
        ],
      }),
    },
    components: {
      schemas: {
        Base: {
          type: 'object',
          required: ['prompt'],
          properties: { prompt: text, seed: { type: 'integer' } },
        },
      },
    },
  },
  operations: [
    {
      path: '/generate/image/east/weave',
      fields: ['prompt', 'seed', 'strength'],
      valid: [
        { prompt: 'a', strength: 1 },
        { prompt: 'a', strength: 0, seed: 4 },
      ],
      invalid: [
        { prompt: 'a' },
        { strength: 1 },
        { prompt: 'a', strength: 1.5 },
        { prompt: 'a', strength: -1 },
      ],
    },
  ],
}

/** A request that is one of several. */
const alternatives: ForeignDescription = {
  style: 'oneOf bodies',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/video/west/fork': body({
        oneOf: [
          {
            type: 'object',
            properties: { mode: { const: 'text' }, prompt: text },
            required: ['mode', 'prompt'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { mode: { const: 'image' }, image_url: { ...text, format: 'uri' } },
            required: ['mode', 'image_url'],
            additionalProperties: false,
          },
        ],
      }),
    },
  },
  operations: [
    {
      path: '/generate/video/west/fork',
      fields: ['mode', 'prompt', 'image_url'],
      valid: [
        { mode: 'text', prompt: 'a' },
        { mode: 'image', image_url: 'https://images.example/1.png' },
      ],
      invalid: [
        { mode: 'text' },
        { mode: 'image', prompt: 'a' },
        { prompt: 'a' },
        { mode: 'other', prompt: 'a' },
      ],
    },
  ],
}

/** OpenAPI 3.0 with its own word for null, and a server with a path. */
const nullable: ForeignDescription = {
  style: 'OpenAPI 3.0 with nullable, below a server’s path',
  document: {
    openapi: '3.0.3',
    info,
    servers: [{ url: 'https://api.example/v2' }],
    paths: {
      '/generate/audio/reed/hum': body({
        type: 'object',
        required: ['lyrics', 'voice'],
        properties: {
          lyrics: { type: 'string', nullable: true },
          voice: { type: 'string', enum: ['high', 'low'] },
          tempo: { type: 'integer', nullable: true, minimum: 40 },
        },
        additionalProperties: false,
      }),
    },
  },
  operations: [
    {
      path: '/v2/generate/audio/reed/hum',
      fields: ['lyrics', 'voice', 'tempo'],
      valid: [
        { lyrics: null, voice: 'low' },
        { lyrics: 'la', voice: 'high', tempo: null },
      ],
      invalid: [{ lyrics: 'la', voice: null }, { lyrics: 'la', voice: 'low', tempo: 39 }, { voice: 'low' }],
    },
  ],
}

/** Paths that carry the version, editing categories, one segment and three. */
const prefixed: ForeignDescription = {
  style: 'prefixes and categories of its own',
  document: {
    openapi: '3.2.0',
    info,
    paths: {
      '/api/v1/generate/enhance/peak/video-sharpen': body({
        type: 'object',
        required: ['video_url'],
        properties: { video_url: { ...text, format: 'uri' }, factor: { enum: [2, 4] } },
      }),
      '/api/v1/generate/image/sketch': body({ type: 'object', properties: { prompt: text } }),
      '/api/v1/generate/image/peak/studio/edit': body({
        type: 'object',
        properties: { prompt: text, mask_image: text },
        minProperties: 1,
      }),
      '/api/v1/jobs/{id}': { get: {} },
    },
  },
  operations: [
    {
      path: '/api/v1/generate/enhance/peak/video-sharpen',
      fields: ['video_url', 'factor'],
      valid: [{ video_url: 'https://videos.example/1.mp4', factor: 4 }],
      invalid: [{ factor: 2 }, { video_url: 'https://videos.example/1.mp4', factor: 3 }],
    },
    {
      path: '/api/v1/generate/image/sketch',
      fields: ['prompt'],
      valid: [{}, { prompt: 'a' }],
      invalid: [{ prompt: 1 }],
    },
    {
      path: '/api/v1/generate/image/peak/studio/edit',
      fields: ['prompt', 'mask_image'],
      valid: [{ prompt: 'a' }],
      invalid: [{}],
    },
  ],
}

/** Examples that the schema refuses, tags, a shared header, extensions of unknown kinds. */
const contradicting: ForeignDescription = {
  style: 'examples that contradict the schema',
  document: {
    openapi: '3.1.0',
    info,
    tags: [{ name: 'Image models' }],
    paths: {
      '/generate/image/dune/mirage': {
        parameters: [{ name: 'X-Region', in: 'header', schema: { enum: ['eu', 'us'] } }],
        ...body(
          {
            type: 'object',
            required: ['prompt'],
            properties: {
              prompt: { ...text, examples: [5], default: null },
              duration: { type: 'integer', minimum: 4, maximum: 15, example: 99, default: 99 },
            },
            example: { prompt: 7, extra: true },
          },
          { tags: ['Image models'], 'x-pricing': 'ask us', 'x-dune-rate': [1] },
        ),
      },
    },
  },
  operations: [
    {
      path: '/generate/image/dune/mirage',
      fields: ['prompt', 'duration', 'header:X-Region'],
      valid: [{ prompt: 'a' }, { prompt: 'a', duration: 4 }],
      invalid: [{ prompt: 5 }, { prompt: 'a', duration: 99 }, {}],
    },
  ],
}

/** Maps, tuples, conditions, names in camelCase, and a type that no form draws. */
const unusual: ForeignDescription = {
  style: 'maps, tuples and conditions',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/video/gale/swirl': body({
        type: 'object',
        properties: {
          promptText: text,
          weights: { type: 'object', additionalProperties: { type: 'number', maximum: 1 } },
          point: {
            type: 'array',
            prefixItems: [{ type: 'number' }, { type: 'number' }],
            items: false,
            minItems: 2,
          },
          anything: true,
          toString: { type: 'boolean' },
          shape: { not: { type: 'string' } },
          mood: { anyOf: [{ enum: ['calm', 'wild'] }, { type: 'null' }] },
        },
        required: ['promptText'],
        if: { properties: { mood: { const: 'wild' } }, required: ['mood'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ['weights'] },
        additionalProperties: false,
      }),
    },
  },
  operations: [
    {
      path: '/generate/video/gale/swirl',
      fields: ['promptText', 'weights', 'point', 'anything', 'toString', 'shape', 'mood'],
      valid: [
        { promptText: 'a', weights: { any: 1 }, point: [1, 2], anything: { deep: [1] }, shape: 4 },
        { promptText: 'a', mood: null, toString: true },
        { promptText: 'a', mood: 'wild', weights: {} },
      ],
      invalid: [
        { promptText: 'a', mood: 'wild' },
        { promptText: 'a', weights: { any: 2 } },
        { promptText: 'a', point: [1] },
        { promptText: 'a', shape: 'text' },
        { promptText: 'a', toString: 'yes' },
      ],
    },
  ],
}

/** Several media types, a reference within a reference, and a wrapper around the body. */
const wrapped: ForeignDescription = {
  style: 'a wrapped input and vendor media types',
  document: {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/{stage}/', variables: { stage: { default: 'beta' } } }],
    paths: {
      '/generate/image/fjord/still': {
        post: {
          operationId: 'still',
          requestBody: {
            content: {
              'multipart/form-data': { schema: { type: 'object' } },
              'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Wrapped' } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Wrapped: {
          type: 'object',
          required: ['input'],
          properties: { input: { $ref: '#/components/schemas/Wrapped/$defs/Input' } },
          $defs: {
            Input: {
              type: 'object',
              required: ['prompt'],
              properties: {
                prompt: text,
                images: { type: 'array', items: { ...text, format: 'uri' }, maxItems: 2 },
              },
            },
          },
        },
      },
    },
  },
  operations: [
    {
      path: '/beta/generate/image/fjord/still',
      fields: ['input'],
      valid: [
        { input: { prompt: 'a' } },
        { input: { prompt: 'a', images: ['https://images.example/1.png'] } },
      ],
      invalid: [
        {},
        { input: {} },
        { input: { prompt: 'a', images: ['https://a.example', 'https://b.example', 'https://c.example'] } },
      ],
    },
  ],
}

/** Descriptions in the styles of other people. */
export const foreignDescriptions: readonly ForeignDescription[] = [
  inline,
  references,
  composed,
  alternatives,
  nullable,
  prefixed,
  contradicting,
  unusual,
  wrapped,
]
