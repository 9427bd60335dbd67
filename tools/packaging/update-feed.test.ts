import { expect, onTestFinished, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { serveUpdateFeed } from './update-feed.ts'

test('[PACK391] a feed says what it offers once it is opened, and serves its files and no others', async () => {
  const folder = plantFiles({ 'latest-linux.yml': 'version: 0.2.0\n', 'Atelier.AppImage': 'program' })
  const feed = await serveUpdateFeed(folder)
  onTestFinished(() => feed.close())
  let said = ''
  const asked = fetch(`${feed.url}/latest-linux.yml?noCache=1`).then(async (response) => {
    said = await response.text()
  })
  expect(await (await fetch(`${feed.url}/Atelier.AppImage`)).text()).toBe('program')
  expect((await fetch(`${feed.url}/nothing`)).status).toBe(404)
  expect((await fetch(`${feed.url}/..%2f..%2fetc%2fpasswd`)).status).toBe(404)
  expect((await fetch(`${feed.url}/`)).status).toBe(404)
  expect(said).toBe('')
  feed.open()
  await asked
  expect(said).toBe('version: 0.2.0\n')
})
