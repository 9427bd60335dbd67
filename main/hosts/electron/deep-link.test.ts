import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDeepLink, readOpenedFile, readWanted } from './deep-link.ts'

const id = '0199a4d2-7b1c-7c3e-8f00-112233445566'
const resolved = (path: string) => `/here/${path}`

test('[DESK20] a link opens a job or a recipe', () => {
  expect(readDeepLink(`atelier://job/${id}`)).toEqual({ kind: 'job', jobId: id })
  expect(readDeepLink(`ATELIER://RECIPE/${id.toUpperCase()}/`)).toEqual({ kind: 'recipe', recipeId: id })
})

test.each([
  'atelier://studio/',
  `atelier://generate/${id}`,
  `atelier://job/${id}?send=1`,
  `atelier://job/${id}#/settings`,
  `atelier://job/${id}/../../settings`,
  `atelier://user@job/${id}`,
  `atelier://job:80/${id}`,
  `atelier:job/${id}`,
  'atelier://job/',
  'atelier://job/constructor',
  `atelier://job/${id}\n`,
  `https://job/${id}`,
  `atelier://job/${id}${'0'.repeat(100_000)}`,
])('[DESK20] %s opens nothing', (link) => {
  expect(readDeepLink(link)).toEqual({ kind: 'unreadable' })
})

test('[DESK20] no text is anything but a job, a recipe or unreadable', () => {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.boolean(), (text, isPath) => {
      const read = readDeepLink(isPath ? `atelier://job/${text}` : text)
      if (read.kind === 'job') expect(read.jobId).toMatch(uuid)
      else expect(read).toEqual({ kind: 'unreadable' })
    }),
  )
})

test('[DESK21] of the arguments of a start only links and recipe files count, ten at most', () => {
  const given = [
    '/app',
    '--data=/x',
    `atelier://job/${id}`,
    'a.atelier-recipe',
    'b.json',
    `--atelier://job/${id}`,
  ]
  expect(readWanted(given, resolved)).toEqual([
    { kind: 'job', jobId: id },
    { kind: 'recipeFile', path: '/here/a.atelier-recipe' },
  ])
  expect(readWanted(Array(500).fill('a.atelier-recipe'), resolved)).toHaveLength(10)
  for (const strange of [null, undefined, 'atelier://job', { given: [] }, [7, {}]])
    expect(readWanted(strange, resolved)).toEqual([])
})

test('[DESK22] only files with the extension of recipes are taken from the system', () => {
  expect(readOpenedFile('/home/ann/Boat.Atelier-Recipe')).toEqual({
    kind: 'recipeFile',
    path: '/home/ann/Boat.Atelier-Recipe',
  })
  for (const path of [
    '/etc/passwd',
    '/a.atelier-recipe/b',
    '/a.json',
    '/a\0.atelier-recipe',
    `/${'a'.repeat(5000)}.atelier-recipe`,
  ])
    expect(readOpenedFile(path)).toBeNull()
})
