import { expect, it } from 'vitest'
import { english } from '../words/en/words.ts'
import { nameOfAccount } from './use-account-label.ts'

it('[ACC470] calls a removed account by its name, as removed, and one that is there by its present name', () => {
  const baseUrl = 'https://a.example'
  const known = {
    accounts: [{ id: baseUrl, name: 'North', baseUrl }],
    removedAccounts: [
      { id: baseUrl, name: 'Before' },
      { id: 'https://b.example', name: 'South' },
    ],
  }
  const nameOf = (id: string) => nameOfAccount(id, known, english.shell.removedAccount)
  expect([baseUrl, 'https://b.example', 'sandbox'].map(nameOf)).toEqual(['North', 'South (removed)', null])
})
