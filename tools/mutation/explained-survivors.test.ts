import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { explainedSurvivors } from './explained-survivors.ts'

const root = new URL('../../', import.meta.url)

test('every explained line stands in its file: a run would report its fault again', () => {
  const lost = explainedSurvivors.filter(({ file, line }) => {
    const lines = readFileSync(fileURLToPath(new URL(file, root)), 'utf8').split('\n')
    return !lines.some((one) => one.trim() === line)
  })
  expect(lost.map(({ file, line }) => `${file}  ${line}`)).toEqual([])
})
