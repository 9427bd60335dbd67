import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService } from '../../testing/test-studio.ts'

// Each opens a service, and some a studio.
vi.setConfig({ testTimeout: 60_000 })

function folderWith(settings: unknown): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  return folder
}

const accounts = [
  { id: 'https://a.example', name: 'North', baseUrl: 'https://a.example' },
  { id: 'https://a.example#2', name: 'South', baseUrl: 'https://a.example' },
]

describe('accounts', () => {
  test('[ACC6] lists the sandbox, then each with its address and which is active', async () => {
    const data = folderWith({ accounts, activeAccount: 'https://a.example#2' })
    const { code, out } = await atelier(['accounts', '--data', data, '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [
        { name: 'sandbox', baseUrl: null, kind: 'sandbox', isActive: false },
        { name: 'North', baseUrl: 'https://a.example', kind: 'service', isActive: false },
        { name: 'South', baseUrl: 'https://a.example', kind: 'service', isActive: true },
      ],
    ])
  })

  test('[CONN1] a password that an older Atelier kept is not printed', async () => {
    const data = folderWith({ service: { baseUrl: 'https://me:hunter2@a.example' } })
    const { out } = await atelier(['accounts', '--data', data, '--json'])
    expect(JSON.parse(out)).toMatchObject([{ isActive: false }, { baseUrl: 'https://a.example' }])
    expect(out).not.toContain('hunter2')
  })
})

describe('--account', () => {
  test.each([['East'], ['']])('%j, which isn’t listed, is refused with those that are', async (name) => {
    const data = folderWith({ accounts, activeAccount: null })
    const { code, err } = await atelier([
      'generate',
      'i3',
      '--set',
      'prompt=x',
      '--account',
      name,
      '--data',
      data,
    ])
    expect([code, err]).toEqual([2, expect.stringContaining('sandbox, North, South')])
  })

  test('is not taken beside --service', async () => {
    const { code, err } = await atelier(['models', '--account', 'North', '--service', 'https://a.example'])
    expect([code, err]).toEqual([2, expect.stringContaining('--account and --service')])
  })

  test('[ACC1] a run belongs to the account that was named, whatever its case, and uses its address and key', async () => {
    const service = await openTestService()
    onTestFinished(() => service.close())
    const own = { id: `${service.url}#2`, name: 'Ours', baseUrl: service.url }
    const data = folderWith({ accounts: [...accounts, own], activeAccount: 'https://a.example' })
    const words = ['generate', 'i3', '--set', 'prompt=x', '--data', data, '--json']
    const { code, out } = await atelier([...words, '--account', 'oURS'], { key: service.key })
    expect([code, JSON.parse(out)]).toMatchObject([0, [{ state: 'accepted' }]])
    expect(service.posts).toHaveLength(1)
    const listed = await atelier(['accounts', '--data', data, '--json'])
    expect(JSON.parse(listed.out)[1]).toMatchObject({ name: 'North', isActive: true })
  })
})
