import { expect, it } from 'vitest'
import { webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { readProof } from './read-proof.ts'

const profile = webhookProfileSchema.parse({})
const names = profile.headers
const fine = {
  [names.requestId]: 'r-1',
  [names.timestamp]: '1795344000',
  [names.signature]: Buffer.alloc(64, 1).toString('base64url'),
  [names.keyId]: 'k-1',
}

function read(headers: Readonly<Record<string, string>>) {
  return readProof(profile, { get: (name) => headers[name] ?? null }, Buffer.from('{}'))
}

it.each(Object.values(names))('[HOOK4] a line end in %s is malformed, at any position', (name) => {
  expect(read(fine).type).toBe('proof')
  const value = fine[name] ?? ''
  for (const end of ['\r', '\n', '\r\n'])
    for (const spelling of [
      `${end}${value}`,
      `${value}${end}`,
      `${value.slice(0, 2)}${end}${value.slice(2)}`,
    ])
      expect(read({ ...fine, [name]: spelling })).toEqual({
        type: 'refused',
        reason: 'header_malformed',
        detail: name,
      })
})
