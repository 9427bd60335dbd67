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

/** As FastAPI writes it: titles from names, `anyOf` with null, forms distinguished, a query. */
const generated: ForeignDescription = {
  style: 'titles from names, anyOf with null and forms that are distinguished',
  document: {
    openapi: '3.1.0',
    info,
    paths: {
      '/generate/video/forge/motion': {
        post: {
          parameters: [
            { name: 'priority', in: 'query', required: true, schema: { enum: ['low', 'high'] } },
            { name: 'x-trace', in: 'header', schema: { anyOf: [text, { type: 'null' }] } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  oneOf: [
                    { $ref: '#/components/schemas/FromText' },
                    { $ref: '#/components/schemas/FromImage' },
                  ],
                  discriminator: {
                    propertyName: 'task',
                    mapping: {
                      t2v: '#/components/schemas/FromText',
                      i2v: '#/components/schemas/FromImage',
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        FromText: {
          title: 'FromText',
          type: 'object',
          required: ['task', 'prompt'],
          properties: { task: { const: 't2v', title: 'Task' }, prompt: text, fps: { enum: [24, 30] } },
          additionalProperties: false,
        },
        FromImage: {
          title: 'FromImage',
          type: 'object',
          required: ['task', 'image'],
          properties: {
            task: { const: 'i2v', title: 'Task' },
            image: { $ref: '#/components/schemas/Input' },
            prompt: { anyOf: [text, { type: 'null' }] },
          },
          additionalProperties: false,
        },
        Input: { title: 'Input', type: 'object', required: ['url'], properties: { url: text } },
      },
    },
  },
  operations: [
    {
      path: '/generate/video/forge/motion',
      fields: ['task', 'prompt', 'fps', 'image', 'query:priority', 'header:x-trace'],
      valid: [
        { task: 't2v', prompt: 'a', fps: 24, 'query:priority': 'low' },
        { task: 'i2v', image: { url: 'https://a.example' }, prompt: null, 'query:priority': 'high' },
      ],
      invalid: [
        { task: 't2v', prompt: 'a' },
        { task: 't2v', prompt: 'a', 'query:priority': 'no' },
        { task: 'i2v', prompt: 'a', 'query:priority': 'low' },
        { prompt: 'a', 'query:priority': 'low' },
      ],
    },
  ],
}

/** As Swashbuckle writes it: 3.0, numbers for names, several JSON types, a base that tells its forms apart. */
const typed: ForeignDescription = {
  style: 'numbers for names, and forms of one base',
  document: {
    openapi: '3.0.1',
    info,
    paths: {
      '/generate/image/contoso/Stills': {
        parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: text }],
        post: {
          requestBody: {
            content: {
              'application/*+json': {
                schema: {
                  oneOf: [{ $ref: '#/components/schemas/Drawn' }, { $ref: '#/components/schemas/Edited' }],
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Base: {
          type: 'object',
          required: ['$type'],
          properties: { $type: text, size: { $ref: '#/components/schemas/Size' } },
          discriminator: { propertyName: '$type', mapping: { drawn: '#/components/schemas/Drawn' } },
        },
        Size: { type: 'integer', enum: [0, 1], 'x-enumNames': ['Small', 'VeryLarge'] },
        Drawn: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            { type: 'object', required: ['promptText'], properties: { promptText: text } },
          ],
        },
        Edited: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            { type: 'object', properties: { sourceImageUrl: { ...text, nullable: true } } },
          ],
        },
      },
    },
  },
  operations: [
    {
      path: '/generate/image/contoso/Stills',
      fields: ['$type', 'size', 'promptText', 'sourceImageUrl', 'header:X-Tenant'],
      valid: [
        { $type: 'drawn', promptText: 'a', size: 1, 'header:X-Tenant': 't' },
        { $type: 'Edited', sourceImageUrl: null, 'header:X-Tenant': 't' },
      ],
      invalid: [
        { $type: 'drawn', promptText: 'a' },
        { $type: 'drawn', 'header:X-Tenant': 't' },
        { $type: 'other', 'header:X-Tenant': 't' },
        { $type: 'Edited', size: 2, 'header:X-Tenant': 't' },
      ],
    },
  ],
}

/** As written by hand: paths by reference and with parameters, texts at the path, multipart beside JSON. */
const byHand: ForeignDescription = {
  style: 'paths by reference, parameters in paths and multipart beside JSON',
  document: {
    openapi: '3.1.0',
    info,
    servers: [
      { url: 'https://{host}/{base}', variables: { host: { default: 'a' }, base: { default: 'api' } } },
    ],
    paths: {
      '/generate/audio/harmonia/speak/{voice}': { $ref: '#/components/pathItems/Speak' },
    },
    components: {
      pathItems: {
        Speak: {
          summary: 'Speech',
          parameters: [
            { name: 'voice', in: 'path', required: true, schema: { enum: ['ada', 'bo'] } },
            {
              name: 'region',
              in: 'query',
              content: { 'application/json': { schema: { enum: ['eu', 'us'] } } },
            },
          ],
          post: {
            requestBody: {
              content: {
                'multipart/form-data': { schema: { type: 'object' } },
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['text'],
                    properties: {
                      text,
                      mood: { oneOf: [{ const: 'calm', title: 'Calm and wide' }, { const: 3 }] },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  operations: [
    {
      path: '/api/generate/audio/harmonia/speak/{voice}',
      fields: ['text', 'mood', 'path:voice', 'query:region'],
      valid: [
        { text: 'a', 'path:voice': 'ada' },
        { text: 'a', mood: 3, 'path:voice': 'bo', 'query:region': 'eu' },
      ],
      invalid: [
        { text: 'a' },
        { text: 'a', 'path:voice': '..' },
        { text: 'a', mood: 4, 'path:voice': 'ada' },
      ],
    },
  ],
}

const workspaceId = '0199a4d2-7b1c-4c3e-8f00-00000000b001'

/** As NestJS writes it: 3.0, classes, `allOf` around a reference, files as multipart beside JSON, a workspace before the rest. */
const classes: ForeignDescription = {
  style: 'classes, uploads beside JSON and a parameter before the rest of the path',
  document: {
    openapi: '3.0.0',
    info: { title: 'Loom API', description: '', version: '1.0', contact: {} },
    tags: [],
    servers: [{ url: '/' }],
    paths: {
      '/v1/workspaces/{workspaceId}/generate/image/loom/portrait': {
        parameters: [
          { name: 'workspaceId', required: true, in: 'path', schema: { type: 'string', format: 'uuid' } },
        ],
        post: {
          operationId: 'ImageController_createPortrait',
          parameters: [
            { name: 'x-request-tag', in: 'header', required: false, schema: text },
            { name: 'dryRun', in: 'query', required: false, schema: { type: 'boolean', default: false } },
          ],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: { file: { type: 'string', format: 'binary' }, prompt: text },
                  required: ['file'],
                },
              },
              'application/json': { schema: { $ref: '#/components/schemas/CreatePortraitDto' } },
            },
          },
          responses: {
            201: {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/JobDto' } } },
            },
          },
          security: [{ bearer: [] }],
          summary: '',
          tags: ['Image'],
        },
      },
      '/v1/generate/video/loom/weft': {
        post: {
          operationId: 'VideoController_createWeft',
          parameters: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateWeftDto' } } },
          },
          responses: { 201: { description: '' } },
          tags: ['Video'],
        },
      },
      '/v1/jobs/{id}': {
        get: {
          operationId: 'JobsController_findOne',
          parameters: [{ name: 'id', required: true, in: 'path', schema: text }],
          responses: { 200: { description: '' } },
        },
      },
    },
    components: {
      securitySchemes: { bearer: { scheme: 'bearer', bearerFormat: 'JWT', type: 'http' } },
      schemas: {
        StylePreset: { type: 'string', enum: ['oil', 'ink', 'photo'], description: 'The preset.' },
        ReferenceDto: {
          type: 'object',
          properties: {
            url: { type: 'string', format: 'uri', example: 'https://cdn.loom.example/a.png' },
            weight: { type: 'number', format: 'float', minimum: 0, maximum: 1, default: 0.5 },
            role: { enum: ['pose', 'palette'], type: 'string' },
          },
          required: ['url'],
        },
        SizeDto: {
          type: 'object',
          properties: {
            width: { type: 'number', minimum: 64, maximum: 2048 },
            height: { type: 'number', minimum: 64, maximum: 2048 },
          },
          required: ['width', 'height'],
        },
        CreatePortraitDto: {
          type: 'object',
          properties: {
            prompt: { type: 'string', minLength: 3, maxLength: 400, example: 'A heron' },
            preset: { default: 'photo', allOf: [{ $ref: '#/components/schemas/StylePreset' }] },
            fallbackPreset: { nullable: true, allOf: [{ $ref: '#/components/schemas/StylePreset' }] },
            size: { $ref: '#/components/schemas/SizeDto' },
            references: {
              minItems: 1,
              maxItems: 4,
              type: 'array',
              items: { $ref: '#/components/schemas/ReferenceDto' },
            },
            labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 } },
            seed: { type: 'integer', format: 'int64', minimum: 0, maximum: 4294967295 },
            hdr: { type: 'boolean', default: false },
            oldStyle: { type: 'string', deprecated: true },
            strengthOverride: {
              type: 'number',
              exclusiveMinimum: true,
              minimum: 0,
              maximum: 2,
              nullable: true,
            },
            tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, uniqueItems: true },
            metadata: { type: 'object' },
          },
          required: ['prompt', 'size'],
        },
        CreateWeftDto: {
          allOf: [
            { $ref: '#/components/schemas/CreatePortraitDto' },
            {
              type: 'object',
              properties: {
                durationSeconds: { type: 'integer', minimum: 2, maximum: 12 },
                soundtrack: {
                  oneOf: [
                    { $ref: '#/components/schemas/UploadedTrackDto' },
                    { $ref: '#/components/schemas/ComposedTrackDto' },
                  ],
                },
                scenes: {
                  type: 'array',
                  maxItems: 3,
                  items: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/SizeDto' }] },
                },
              },
              required: ['durationSeconds'],
            },
          ],
        },
        UploadedTrackDto: {
          type: 'object',
          properties: {
            kind: { type: 'string', enum: ['uploaded'] },
            audioUrl: { type: 'string', format: 'uri' },
          },
          required: ['kind', 'audioUrl'],
        },
        ComposedTrackDto: {
          type: 'object',
          properties: { kind: { type: 'string', enum: ['composed'] }, mood: text },
          required: ['kind', 'mood'],
        },
        JobDto: { type: 'object', properties: { job_id: text } },
      },
    },
  },
  operations: [
    {
      path: '/v1/workspaces/{workspaceId}/generate/image/loom/portrait',
      fields: [
        'prompt',
        'preset',
        'fallbackPreset',
        'size',
        'references',
        'labels',
        'seed',
        'hdr',
        'strengthOverride',
        'tags',
        'metadata',
        'path:workspaceId',
        'query:dryRun',
        'header:x-request-tag',
      ],
      valid: [
        { prompt: 'A heron', size: { width: 64, height: 64 }, 'path:workspaceId': workspaceId },
        {
          ...{ prompt: 'A heron', preset: 'ink', fallbackPreset: 'oil', size: { width: 640, height: 360 } },
          references: [{ url: 'https://cdn.loom.example/a.png', weight: 1, role: 'pose' }],
          ...{ labels: { scene: 'lake' }, seed: 4_294_967_295, hdr: true, strengthOverride: 0.5 },
          ...{ tags: ['a', 'c'], metadata: { any: [1] }, 'path:workspaceId': workspaceId },
          ...{ 'header:x-request-tag': 't', 'query:dryRun': true },
        },
      ],
      invalid: [
        { prompt: 'A heron', size: { width: 64, height: 64 } },
        { prompt: 'A heron', size: { width: 64 }, 'path:workspaceId': workspaceId },
        {
          prompt: 'A heron',
          size: { width: 64, height: 64 },
          strengthOverride: 0,
          'path:workspaceId': workspaceId,
        },
        {
          prompt: 'A heron',
          size: { width: 64, height: 64 },
          tags: ['a', 'a'],
          'path:workspaceId': workspaceId,
        },
        {
          prompt: 'A heron',
          size: { width: 64, height: 64 },
          references: [],
          'path:workspaceId': workspaceId,
        },
        { prompt: 'A heron', size: { width: 64, height: 64 }, 'path:workspaceId': '../admin' },
      ],
    },
    {
      path: '/v1/generate/video/loom/weft',
      fields: [
        'prompt',
        'preset',
        'fallbackPreset',
        'size',
        'references',
        'labels',
        'seed',
        'hdr',
        'strengthOverride',
        'tags',
        'metadata',
        'durationSeconds',
        'soundtrack',
        'scenes',
      ],
      valid: [
        {
          ...{ prompt: 'A heron', size: { width: 64, height: 64 }, durationSeconds: 2 },
          soundtrack: { kind: 'composed', mood: 'calm' },
          scenes: ['Dawn', { width: 64, height: 64 }],
        },
        {
          ...{ prompt: 'A heron', size: { width: 64, height: 64 }, durationSeconds: 12 },
          soundtrack: { kind: 'uploaded', audioUrl: 'https://cdn.loom.example/a.wav' },
        },
      ],
      invalid: [
        { prompt: 'A heron', size: { width: 64, height: 64 } },
        {
          ...{ prompt: 'A heron', size: { width: 64, height: 64 }, durationSeconds: 2 },
          soundtrack: { kind: 'uploaded', mood: 'calm' },
        },
      ],
    },
  ],
}

/** Written by hand in 2026: 3.1, definitions within schemas, forms distinguished by a constant, webhooks, rates a second. */
const modern: ForeignDescription = {
  style: 'definitions within schemas, forms distinguished by constants and server variables',
  document: {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: { title: 'Tidewater', version: '2026-11', summary: 'Media, generated' },
    servers: [
      {
        url: 'https://{region}.tidewater.example/{release}',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] }, release: { default: 'r3' } },
      },
    ],
    webhooks: {
      jobFinished: {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
        },
      },
    },
    paths: {
      '/generate/video/tidewater/current': {
        post: {
          summary: 'Current',
          description: 'Makes clips.\n\n| plan | rate |\n|---|---|\n| any | 0.05 |',
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Current' } } },
          },
          'x-tidewater-pricing': {
            type: 'fixed',
            currency: 'USD',
            unit: 'second',
            price_points: [
              { amount: 0.05, dimensions: { resolution: '720p' } },
              { amount: 0.12, dimensions: { resolution: '1080p' } },
            ],
          },
        },
      },
      '/generate/audio/tidewater/{engine}/swell': {
        parameters: [
          { name: 'engine', in: 'path', required: true, schema: { type: 'string', enum: ['e1', 'e2'] } },
        ],
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  $defs: {
                    Voice: {
                      anyOf: [
                        {
                          type: 'object',
                          properties: { by: { const: 'name' }, name: text },
                          required: ['by', 'name'],
                          additionalProperties: false,
                        },
                        {
                          type: 'object',
                          properties: {
                            by: { const: 'sample' },
                            audio_url: { type: 'string', format: 'uri', maxLength: 2048 },
                          },
                          required: ['by', 'audio_url'],
                          additionalProperties: false,
                        },
                      ],
                    },
                  },
                  properties: {
                    text: { type: 'string', minLength: 1, examples: ['Hello', 'World'] },
                    voice: { $ref: '#/$defs/Voice', description: 'Who speaks.' },
                    voices: {
                      type: 'object',
                      patternProperties: { '^[a-z]{2}$': { type: 'string' } },
                      additionalProperties: false,
                    },
                    speed: { type: ['number', 'null'], minimum: 0.5, maximum: 2, default: null },
                    pauses: {
                      type: 'array',
                      items: { type: 'number', minimum: 0 },
                      minItems: 1,
                      maxItems: 3,
                    },
                    waveform: { type: 'string', contentEncoding: 'base64', contentMediaType: 'audio/wav' },
                    format: {
                      oneOf: [
                        { const: 'mp3', title: 'MP3' },
                        { const: 'wav', title: 'WAV, lossless' },
                      ],
                    },
                  },
                  required: ['text', 'voice'],
                  unevaluatedProperties: false,
                },
              },
            },
          },
        },
      },
      '/generate/image/tidewater/foam': {
        post: {
          summary: 'Foam',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  anyOf: [
                    { $ref: '#/components/schemas/FoamFromText' },
                    { $ref: '#/components/schemas/FoamFromImage' },
                  ],
                },
              },
            },
          },
        },
      },
      '/jobs': {
        get: {
          responses: {
            200: {
              headers: { Link: { schema: text } },
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Job' } },
                },
              },
            },
          },
        },
      },
      '/jobs/{id}': { get: {} },
    },
    components: {
      schemas: {
        Job: { type: 'object' },
        Current: {
          type: 'object',
          $defs: {
            Camera: {
              type: 'object',
              properties: {
                move: { enum: ['pan', 'hold'] },
                amount: { type: 'integer', minimum: 1, maximum: 10 },
              },
              required: ['move'],
            },
          },
          properties: {
            prompt: { type: 'string', maxLength: 2000 },
            resolution: { enum: ['720p', '1080p'], default: '720p' },
            duration: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
            camera: {
              $ref: '#/components/schemas/Current/$defs/Camera',
              description: 'With a reference and words beside it.',
            },
            start_image: { type: ['string', 'null'], format: 'uri' },
            legacy_motion: { type: 'number', deprecated: true },
            loras: {
              type: 'object',
              additionalProperties: { type: 'number', minimum: -1, maximum: 1 },
              maxProperties: 2,
            },
            frames: {
              type: 'array',
              prefixItems: [
                { type: 'integer', title: 'First' },
                { type: 'integer', title: 'Last' },
              ],
              minItems: 2,
              items: false,
            },
          },
          required: ['prompt'],
          dependentRequired: { camera: ['duration'] },
          unevaluatedProperties: false,
        },
        FoamFromText: {
          type: 'object',
          title: 'From text',
          properties: {
            source: { const: 'text' },
            prompt: text,
            count: { type: 'integer', minimum: 1, maximum: 4 },
          },
          required: ['source', 'prompt'],
        },
        FoamFromImage: {
          type: 'object',
          title: 'From image',
          properties: {
            source: { const: 'image' },
            image: {
              type: 'object',
              properties: {
                url: { type: 'string', format: 'uri' },
                crop: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
              },
              required: ['url'],
            },
          },
          required: ['source', 'image'],
        },
      },
    },
  },
  operations: [
    {
      path: '/r3/generate/video/tidewater/current',
      fields: ['prompt', 'resolution', 'duration', 'camera', 'start_image', 'loras', 'frames'],
      valid: [
        { prompt: 'A bay' },
        {
          ...{ prompt: 'A bay', resolution: '1080p', duration: 20, camera: { move: 'pan', amount: 3 } },
          ...{ start_image: 'https://a.example/1.png', loras: { ink: -1 }, frames: [1, 9] },
        },
        { prompt: 'A bay', start_image: null },
      ],
      invalid: [
        { prompt: 'A bay', camera: { move: 'pan' } },
        { prompt: 'A bay', camera: { move: 'fly' }, duration: 2 },
        { prompt: 'A bay', loras: { a: 0, b: 0, c: 0 } },
        { prompt: 'A bay', frames: [1, 2, 3] },
        { prompt: 'A bay', other: 1 },
      ],
    },
    {
      path: '/r3/generate/audio/tidewater/{engine}/swell',
      fields: ['text', 'voice', 'voices', 'speed', 'pauses', 'waveform', 'format', 'path:engine'],
      valid: [
        { text: 'Hello', voice: { by: 'name', name: 'Ada' }, 'path:engine': 'e1' },
        {
          ...{ text: 'Hello', voice: { by: 'sample', audio_url: 'https://a.example/1.wav' } },
          ...{ voices: { en: 'Ada' }, speed: 1.5, pauses: [0, 2], waveform: 'UklGRg==', format: 'wav' },
          'path:engine': 'e2',
        },
      ],
      invalid: [
        { text: 'Hello', voice: { by: 'name', name: 'Ada' } },
        { text: 'Hello', voice: { by: 'sample', name: 'Ada' }, 'path:engine': 'e1' },
        { text: 'Hello', voice: { by: 'name', name: 'Ada' }, voices: { eng: 'Ada' }, 'path:engine': 'e1' },
        { text: 'Hello', voice: { by: 'name', name: 'Ada' }, pauses: [], 'path:engine': 'e1' },
      ],
    },
    {
      path: '/r3/generate/image/tidewater/foam',
      fields: ['source', 'prompt', 'count', 'image'],
      valid: [
        { source: 'text', prompt: 'A bay', count: 4 },
        { source: 'image', image: { url: 'https://a.example/1.png', crop: [0, 0, 1, 1] } },
      ],
      invalid: [{ source: 'text' }, { source: 'image', prompt: 'A bay' }, { prompt: 'A bay' }],
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
  generated,
  typed,
  byHand,
  classes,
  modern,
]
