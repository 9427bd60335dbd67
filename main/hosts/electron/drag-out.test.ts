import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { createFakeElectron, FakeWebContents } from '../../testing/fake-electron.ts'
import { startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createDragOut } from './drag-out.ts'

test('[EXP41] the window’s page begins the drag of all files, with an icon that is never empty', () => {
  const { module } = createFakeElectron({})
  const webContents = new FakeWebContents()
  const window = { webContents } as unknown as BrowserWindow
  const thumbnail = join(temporaryFolder(), 'a.jpg')
  writeFileSync(thumbnail, 'x')
  const dragOut = createDragOut(module, () => window)
  dragOut(['/a.png', '/b.mp4'], thumbnail)
  dragOut(['/a.png'], `${thumbnail}.gone`)
  dragOut(['/a.png'], null)
  expect(webContents.drags).toMatchObject([
    { file: '/a.png', files: ['/a.png', '/b.mp4'], icon: { from: thumbnail } },
    { files: ['/a.png'], icon: { from: 'bitmap' } },
    { icon: { from: 'bitmap' } },
  ])
  webContents.isGone = true
  dragOut(['/a.png'], null)
  createDragOut(module, () => null)(['/a.png'], null)
  expect(webContents.drags).toHaveLength(3)
})

test('[EXP41] the page names files by id; a path, or a file that isn’t here, drags nothing', async () => {
  const { bridge, window } = await startDesktop()
  const fileIds = ['01900000-0000-7000-8000-0000000000ff']
  expect(await bridge.call('library.dragOut', { fileIds })).toMatchObject({ error: { code: 'not_found' } })
  const path = { fileIds: ['/etc/passwd'] }
  expect(await bridge.call('library.dragOut', path)).toMatchObject({ error: { code: 'invalid_input' } })
  expect(window?.webContents.drags).toEqual([])
})
