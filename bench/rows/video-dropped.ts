import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { sampleMedia } from '../../conformance/sample-media.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { withPages } from '../with-browser.ts'

const rounds = 5
const videoBytes = 75 * 1024 * 1024

/** A drop target that sends the file away and does nothing else. */
const bareHtml = `<!doctype html><title>bare</title><div aria-label="Start video" role="group" style="width:300px;height:200px">drop</div>
<script>
const place = document.querySelector('div')
place.addEventListener('dragover', (event) => event.preventDefault())
place.addEventListener('drop', (event) => {
  event.preventDefault()
  fetch("/", { method: "POST", body: event.dataTransfer.files[0] }).catch(() => {}).then(() => {
    place.innerHTML = '<video></video>'
  })
})
</script>`

/**
 * The longest time that the page is unresponsive, in processor time, while a video of 75 MB is dropped, sent to
 * the studio and shown.
 */
export const videoDropped: Row = {
  what: 'longest task while a 75 MB video is dropped, CPU',
  unit: 'ms',
  baselineIs: 'a bare page that sends it and no more',
  oursIs: 'the video in a field of the real page, kept and shown',
  aim: { kind: 'limit', atMost: 50 },
  measure: () =>
    inTemporaryFolder((folder) =>
      withPages(bareHtml, async ({ browser, bareAddress, studioAddress }) => {
        const bare = await browser.newPage()
        await bare.goto(bareAddress)
        const studio = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await studio.goto(studioAddress)
        await chooseModelWithVideo(studio)
        const baseline: number[] = []
        const ours: number[] = []
        for (let round = 0; round < rounds; round++) {
          const video = makeVideo(folder, round)
          baseline.push(await longestTask(browser, bare, video))
          await bare.reload()
          ours.push(await longestTask(browser, studio, video))
          await studio.getByRole('button', { name: 'Remove Start video' }).click()
        }
        return { baseline, ours }
      }),
    ),
}

async function chooseModelWithVideo(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill('fast and high')
  await page
    .getByRole('option', { name: /fast and high/i })
    .first()
    .click()
}

/** A different real video each round; its padding is a hole on the disk that players skip. */
function makeVideo(folder: string, round: number): string {
  const video = Buffer.from(sampleMedia.video.slice(sampleMedia.video.indexOf(',') + 1), 'base64')
  const padding = Buffer.alloc(16)
  padding.writeUInt32BE(videoBytes - video.length, 0)
  padding.write(`free${round}`, 4, 'latin1')
  const path = join(folder, `video-${round}.mp4`)
  writeFileSync(path, Buffer.concat([video, padding]))
  truncateSync(path, videoBytes)
  return path
}

/** Drops the video as the system does; returns the processor time of the page's longest task until it is shown. */
async function longestTask(browser: Browser, page: Page, video: string): Promise<number> {
  const place = page.getByRole('group', { name: 'Start video' })
  await place.scrollIntoViewIfNeeded()
  const { x, y } = await centreOf(place)
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [video], dragOperationsMask: 1 }
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] })
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  await place.locator('video').waitFor()
  await session.detach()
  return readLongestTask((await browser.stopTracing()).toString())
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor microseconds, which a busy machine does not lengthen. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds; of the pages' main threads only. */
function readLongestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace holds no task of a page.')
  return Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000
}

async function centreOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The field is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + Math.min(20, box.height / 2) }
}
