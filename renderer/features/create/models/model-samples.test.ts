import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { models } from '../../../../shared/catalog/index.ts'
import { sandboxSampleOf } from './model-samples.ts'

it('[PICK7] every built-in model that makes something to see has a sample', () => {
  for (const { id, kind } of models) {
    const sample = sandboxSampleOf(id)
    expect(sample !== null && existsSync(fileURLToPath(sample)), id).toBe(kind !== 'audio')
  }
})

it('[PICK7] another model has none, whatever its id', () => {
  for (const id of ['acme-v1', '../boats-1', 'toString', '']) expect(sandboxSampleOf(id)).toBeNull()
})
