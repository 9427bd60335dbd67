import { afterEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import { ownDragTypes } from '../forms/read-transfer.ts'
import { dragFile } from './drag-file.ts'
import { dragOutOf } from './drag-out.ts'

afterEach(() => vi.unstubAllGlobals())

const file = { fileId: 'a', kind: 'image', name: 'boat: red.png', mediaType: 'image/png' } as const

function begin(together?: readonly string[] | null) {
  vi.stubGlobal('location', { href: 'http://127.0.0.1:9/#/library' })
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
  } as unknown as DataTransfer
  dragFile({ dataTransfer }, file, together)
  const page = new EventTarget()
  const calls: unknown[] = []
  const bridge = { call: async (...call: unknown[]) => calls.push(call) } as unknown as Pick<Bridge, 'call'>
  const end = dragOutOf(page, bridge)
  const drag = () => {
    const event = Object.assign(new Event('dragstart', { cancelable: true }), { dataTransfer })
    page.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { data, calls, drag, end }
}

test('[EXP40] a drag names the file, where it is read and where it is downloaded, under its name', () => {
  const { data } = begin()
  expect(data.get('DownloadURL')).toBe('image/png:boat- red.png:http://127.0.0.1:9/media/files/a?download=1')
  expect(data.get('text/uri-list')).toBe('http://127.0.0.1:9/media/files/a')
  expect(data.get(ownDragTypes.image)).toBe('a')
})

test('[EXP41] in the desktop the system is asked to drag the files in its place', () => {
  const { calls, drag, end } = begin(['a', 'b'])
  expect(drag()).toBe(true)
  expect(calls).toEqual([['library.dragOut', { fileIds: ['a', 'b'] }]])
  end()
  expect(drag()).toBe(false)
})

test('[EXP41] a drag within the page stays one', () => {
  const { calls, drag } = begin(null)
  expect(drag()).toBe(false)
  expect(calls).toEqual([])
})
