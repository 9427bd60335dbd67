import { expect, test } from 'vitest'
import { newAccountName } from './account.ts'

test('[ACC2] a name that Atelier gives is neither the sandbox’s nor another account’s, however it is written', () => {
  const account = (name: string) => ({ id: name, name, baseUrl: 'https://a.example' })
  expect(newAccountName('http://sandbox', [])).toBe('sandbox 2')
  expect(newAccountName('https://api.sandbox/v1', [account('sandbox 2')])).toBe('sandbox 3')
  expect(newAccountName('https://b.example', [account('B.Example'), account('b.example 2')])).toBe(
    'b.example 3',
  )
})
