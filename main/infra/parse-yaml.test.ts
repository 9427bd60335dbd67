import { expect, test } from 'vitest'
import { readDescription } from '../engine/catalog/description.ts'
import { readDocument } from '../engine/catalog/read-document.ts'
import { parseYaml } from './parse-yaml.ts'

const yaml = `
openapi: 3.1
info: { title: Yaml, version: 2026-01-01 }
x-post: &post
  requestBody:
    content:
      application/json:
        schema:
          type: object
          properties:
            __proto__: { type: string }
            prompt: { type: string, default: 2026-11-20 }
paths:
  /generate/image/acme/one:
    post: { <<: *post, summary: One, responses: { 200: { description: A job. } } }
`

test('[CAT32] a description in YAML is read as one in JSON, with its anchors, and dates stay texts', async () => {
  const read = await readDocument(yaml, parseYaml)
  const [endpoint] = (read.ok && readDescription(read.value)) || []
  expect(endpoint).toMatchObject({ path: '/generate/image/acme/one', operation: { summary: 'One' } })
  const text = JSON.stringify(endpoint?.operation.requestBody)
  expect([text.includes('"__proto__"'), text.includes('"default":"2026-11-20"')]).toEqual([true, true])
})

test.each([
  ['a: [1, 2', 'not_openapi'],
  ['a: b: c', 'not_openapi'],
  ['swagger: "2.0"', 'swagger_2'],
  ['just words', 'not_openapi'],
  [
    `a: &a [${'x,'.repeat(9)}]\nb: &b [${'*a,'.repeat(99)}]\nc: &c [${'*b,'.repeat(99)}]\nd: [${'*c,'.repeat(99)}]`,
    'too_large',
  ],
  [Array.from({ length: 1_500 }, (_, at) => `- &a${at} k\n- *a${at}\n`).join(''), 'too_large'],
  [`a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'too_large'],
  [`a: ${'x'.repeat(4 * 1024 * 1024)}`, 'too_large'],
  ['openapi: 3.1.0\npaths: &a { b: *a, c: *a }', null],
])('[CAT31] YAML that is none, or unfolds without end, is refused: %.40s', async (text, fault) => {
  const read = await readDocument(text, parseYaml)
  expect(read.ok ? null : read.error.code).toBe(fault)
})
