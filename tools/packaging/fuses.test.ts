import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../main/testing/temporary-folder.ts'
import { copyForTests, findWrongFuses, releasedFuses, setFuses, testedFuses } from './fuses.ts'

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const known = Object.keys(releasedFuses).length

/** A file that carries the wire as Electron's programs do: sentinel, version, length, a state for each fuse. */
async function makeProgram(states: string): Promise<string> {
  const program = join(temporaryFolder(), 'atelier')
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, states.length]), Buffer.from(states)])
  await writeFile(program, Buffer.concat([Buffer.alloc(4096, 7), wire, Buffer.alloc(512, 9)]))
  return program
}

describe('[PACK3] the fuses of a packed program', () => {
  test('are strict, and read back as they were set', async () => {
    // As Electron ships them: everything that is open by default is open.
    const program = await makeProgram('101100111')
    expect(await findWrongFuses(program)).not.toEqual([])
    await setFuses(program)
    expect(await findWrongFuses(program)).toEqual([])
    expect(releasedFuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  test('are all those that the library knows', () => {
    const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
    expect(Object.keys(releasedFuses).sort()).toEqual(names.sort())
  })

  test('a program with one more fuse is not packed', async () => {
    const program = await makeProgram('1'.repeat(known + 1))
    await expect(setFuses(program)).rejects.toThrow('strictlyRequireAllFuses')
    expect(await findWrongFuses(program)).toContain(`Fuse ${known} of the program has no name here.`)
  })

  test('a fuse that was flipped afterwards is named', async () => {
    const program = await makeProgram('0'.repeat(known))
    await setFuses(program)
    const bytes = await readFile(program)
    bytes[bytes.indexOf(sentinel) + sentinel.length + 2 + FuseV1Options.RunAsNode] = '1'.charCodeAt(0)
    await writeFile(program, bytes)
    expect(await findWrongFuses(program)).toEqual(['Fuse RunAsNode is not off.'])
  })

  test('a file without the wire is no Electron', async () => {
    const program = join(temporaryFolder(), 'other')
    await writeFile(program, 'nothing')
    await expect(setFuses(program)).rejects.toThrow('sentinel')
  })
})

test('[PACK4] tests drive a copy that differs in the inspector alone; the packed one stays as it is', async () => {
  const program = await makeProgram('1'.repeat(known))
  await setFuses(program)
  const before = await readFile(program)
  const { file: copy, remove } = await copyForTests({ file: program, carrier: program })
  expect(copy).toBe(`${program}-tests`)
  expect(await readFile(program)).toEqual(before)
  expect(await findWrongFuses(copy)).toEqual(['Fuse EnableNodeCliInspectArguments is not off.'])
  expect(await findWrongFuses(copy, testedFuses)).toEqual([])
  expect(Object.keys(await getCurrentFuseWire(copy))).toHaveLength(known + 1)
  await remove()
  await expect(readFile(copy)).rejects.toThrow('ENOENT')
})
