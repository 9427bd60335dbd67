import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uuidSchema } from './job.ts'
import { mostJobIds, readJobIds } from './read-job-ids.ts'

const one = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'
const two = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2c'

it.each([
  ['lines', `${one}\n${two}\n`],
  ['a list', `${one}, ${two}`],
  ['JSON', JSON.stringify([{ job_id: one }, { job_id: two }])],
  ['addresses', `https://service.example/v1/jobs/${one}?a=b https://service.example/jobs/${two}`],
  ['upper case, twice', `${one.toUpperCase()} ${two} ${one}`],
])('[ADOPT1] ids are read from %s, each once', (_, text) => {
  expect(readJobIds(text)).toEqual({ jobIds: [one, two], others: [], isCut: false })
})

it('[ADOPT1] what looks like an id and is none is named, and other words are not', () => {
  const slip = one.slice(0, -1)
  const wrongVersion = '0190a1b2-c3d4-0e5f-8a6b-7c8d9e0f1a2b'
  const { jobIds, others } = readJobIds(`my jobs: ${one} ${slip} ${wrongVersion} see-below`)
  expect([jobIds, others]).toEqual([[one], [slip, wrongVersion]])
})

it('[ADOPT1] ids are read to the end of however long a text', () => {
  const prompt = 'a quiet sea by night '.repeat(2_000)
  const text = JSON.stringify([one, two].map((job_id) => ({ prompt, job_id })))
  expect(readJobIds(text)).toEqual({ jobIds: [one, two], others: [], isCut: false })
})

it('[ADOPT1] at most 200 are read in one go, and that is said', () => {
  const ids = Array.from({ length: mostJobIds + 1 }, () => crypto.randomUUID())
  const { jobIds, isCut } = readJobIds(ids.join('\n'))
  expect([jobIds, isCut]).toEqual([ids.slice(0, mostJobIds), true])
})

it('[ADOPT1] whatever is pasted, only ids come out of it, within bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.uuid(), fc.constant('-1-'.repeat(99)))), (words) => {
      const { jobIds, others } = readJobIds(words.join(' '))
      expect(jobIds.every((id) => uuidSchema.safeParse(id).success)).toBe(true)
      expect(new Set(jobIds).size).toBe(jobIds.length)
      expect(others.every((word) => word.length <= 100)).toBe(true)
    }),
  )
})
