const kinds = ['image', 'video', 'audio']
const vendors = 40

/** A description of so many models of three kinds, as their words and fields come from services of that size. */
export function describeMany(count: number): object {
  return {
    openapi: '3.1.0',
    info: { title: 'A service with many models', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [pathOf(at), { post: operationOf(at) }]),
    ),
  }
}

function pathOf(at: number): string {
  return `/generate/${kinds[at % kinds.length]}/vendor-${at % vendors}/model-${at}`
}

function operationOf(at: number): object {
  const schema = {
    type: 'object',
    properties: {
      prompt: { type: 'string' },
      start_image: { type: 'string', format: 'uri' },
      resolution: { enum: ['480p', '720p', at % 5 === 0 ? '4k' : '1080p'] },
    },
    required: ['prompt'],
  }
  return {
    summary: `Model ${at} of many`,
    description: 'It makes what is asked, quickly and with much care for details and light.',
    requestBody: { content: { 'application/json': { schema } } },
  }
}
