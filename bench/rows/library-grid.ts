import type { Browser, Page } from '@playwright/test'
import { percentile, type Row } from '../row.ts'
import { seedFiles } from '../seed-files.ts'
import { temporaryFolderOfRun } from '../temporary-folder.ts'
import { type Pages, withPages } from '../with-browser.ts'

const rounds = 3
const few = 100
/** `ATELIER_BENCH_FILES` seeds another number; of a million all may be twice as much. */
const many = Number(process.env.ATELIER_BENCH_FILES ?? 100_000)
const leeway = many >= 1_000_000 ? 2 : 1
const files = `${many.toLocaleString('en')} files`
const openings = 9
const bareHtml = `<!doctype html><title>bare</title><div style="height:100vh;overflow:auto" data-scroller><div style="height:8000000px"></div></div>`

/** From the Library’s link to the first frame with a screen of thumbnails. */
export const gridFirstPaint: Row = {
  what: `grid, first paint of ${files}`,
  unit: 'ms',
  baselineIs: 'the same page with 100 files',
  oursIs: 'from the click on Library to the first frame with files',
  aim: { kind: 'ratio', atMost: 1.5 * leeway },
  measure: () => besideFew((page) => page.evaluate(openLibrary)),
}

/** From a jump to the middle to all visible thumbnails, and what a screen costs at the top. */
export const gridJump: Row = {
  what: `grid, jump into ${files}`,
  unit: 'ms',
  baselineIs: 'the first screen of the same grid, read and loaded anew after another one',
  oursIs: 'a jump to a place where nobody was, until its thumbnails are there',
  aim: { kind: 'ratio', atMost: 1.5 * leeway },
  measure: () =>
    withGrid(many, async ({ browser, studioAddress }) => {
      const page = await openGrid(browser, studioAddress)
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        ours.push(await page.evaluate(jumpTo, 0.2 + round * 0.2))
        baseline.push(await page.evaluate(jumpTo, 0.001 * (round + 1)))
      }
      return { baseline, ours }
    }),
}

/** Of somebody who types a hundred words a minute. */
const betweenKeysMs = 120

/** From a key of a word to the frame with what it finds. */
export const gridSearched: Row = {
  what: `grid, key press in the search of ${files}`,
  unit: 'ms',
  baselineIs: 'an empty page: a response of its server, then two frames, 95th percentile',
  oursIs:
    'from the key to the frame after the first file that is found by one more sign, keys 120 ms apart, 95th percentile',
  aim: { kind: 'limit', atMost: 100 * leeway },
  measure: () =>
    withGrid(many, async ({ browser, bareAddress, studioAddress }) => {
      const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await bare.goto(bareAddress)
      const page = await openGrid(browser, studioAddress)
      const times: number[] = []
      const bareTimes: number[] = []
      for (let first = 1; first <= 8; first += 1) {
        // No nines, so that of 10,000, 100,000 or a million files each sign finds another newest one.
        const typed = [first, (first + 4) % 9, (first + 2) % 9, (first + 5) % 9].join('')
        for (let length = 1; length <= typed.length; length += 1) {
          bareTimes.push(await bare.evaluate(respondByHand))
          const took = await page.evaluate(searchFor, typed.slice(0, length))
          times.push(took)
          await page.waitForTimeout(Math.max(0, betweenKeysMs - took))
        }
        await page.evaluate(searchFor, '')
      }
      return { baseline: [percentile(bareTimes, 0.95)], ours: [percentile(times, 0.95)] }
    }),
}

/** From the click on a file of the grid to the frame in which it is seen in the viewer: its thumbnail, as large. */
export const viewerOpened: Row = {
  what: `viewer, opened from the grid of ${files}`,
  unit: 'ms',
  baselineIs: 'the same file’s image, loaded and decoded by hand in the same page',
  oursIs:
    'from the click to the frame after the viewer’s image is there, which its thumbnail is until it is loaded',
  aim: { kind: 'limit', atMost: 100 * leeway },
  measure: () => viewing('seen'),
}

/** From the same click to the frame with all pixels of the original. */
export const viewerSharp: Row = {
  what: 'viewer, all pixels of an opened file',
  unit: 'ms',
  baselineIs: 'the same file’s image, loaded and decoded by hand in the same page',
  oursIs: 'from the click to the frame after the original has replaced its thumbnail',
  aim: { kind: 'ratio', atMost: 2 * leeway },
  measure: () => viewing('sharp'),
}

function viewing(until: 'seen' | 'sharp') {
  return withGrid(many, async ({ browser, studioAddress }) => {
    const page = await openGrid(browser, studioAddress)
    const baseline: number[] = []
    const ours: number[] = []
    // The first one loads the viewer’s own code.
    for (let round = 0; round <= openings; round++) {
      const place = round * 2
      const bare = await page.evaluate(loadByHand, place)
      const opened = await page.evaluate(openViewer, { place, until })
      await page.keyboard.press('Escape')
      await page.locator('[role="dialog"]').waitFor({ state: 'detached' })
      if (round === 0) continue
      baseline.push(bare)
      ours.push(opened)
    }
    return { baseline, ours }
  })
}

/** Processor time of the page’s main thread, without images. */
export const gridScrolled: Row = {
  what: 'grid, main thread a second at 12,000 px/s',
  unit: 'ms',
  baselineIs: 'an empty page scrolled in the same way',
  oursIs: `the grid of ${files}, images off`,
  aim: { kind: 'ratio', atMost: 4 * leeway },
  measure: () => scrolling((page, within) => mainThread(page, within)),
}

export const gridLongestTask: Row = {
  what: 'grid, longest task at 12,000 px/s',
  unit: 'ms',
  baselineIs: 'an empty page scrolled in the same way; 1 where no task took 50 ms',
  oursIs: `the grid of ${files}; 1 where no task took 50 ms`,
  aim: { kind: 'limit', atMost: 50 * leeway },
  measure: () => scrolling((page, within) => page.evaluate(scrollDown, { ...fling, within })),
}

/** In thousandths of the area of the tiles, at the speed of reading. */
export const gridBlank: Row = {
  what: 'grid, blank thousandths at 3,000 px/s',
  unit: '‰',
  baselineIs: '1',
  oursIs: 'of the visible tiles’ area, without a color and without a thumbnail, over all frames',
  aim: { kind: 'limit', atMost: 10 * leeway },
  measure: () =>
    withGrid(many, async ({ browser, studioAddress }) => {
      const page = await openGrid(browser, studioAddress)
      const ours: number[] = []
      for (let round = 0; round < rounds; round++)
        ours.push(await page.evaluate(blankShare, { scrollMs: 4_000, pixelsASecond: 3_000 }))
      return { baseline: ours.map(() => 1), ours }
    }),
}

/** What the page’s heap and its columns hold. */
export const gridMemory: Row = {
  what: `grid, page memory of ${files}`,
  unit: 'MB',
  baselineIs: 'the same page with 100 files',
  oursIs: 'heap and buffers after a collection',
  aim: { kind: 'ratio', atMost: 1.5 * leeway },
  measure: () =>
    besideFew(async (page) => {
      await page.evaluate(openLibrary)
      await page.waitForFunction(() => document.querySelector('[role="slider"][aria-valuetext]') !== null)
      const session = await page.context().newCDPSession(page)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
        usedSize: number
        backingStorageSize?: number
      }
      return (usedSize + backingStorageSize) / 1e6
    }),
}

const fling = { scrollMs: 10_000, pixelsASecond: 12_000 }

/** By their number of files: seeding a million takes minutes, and no row changes what it finds. */
const libraries = new Map<number, Promise<string>>()

async function withGrid<Value>(count: number, work: (pages: Pages) => Promise<Value>): Promise<Value> {
  const library = libraries.get(count) ?? seedLibrary(count)
  libraries.set(count, library)
  return await withPages(bareHtml, work, { folder: await library })
}

async function seedLibrary(count: number): Promise<string> {
  const folder = temporaryFolderOfRun()
  await seedFiles(folder, { count })
  return folder
}

/** The same in a library of a hundred files and in a large one, in turn. */
function besideFew(measure: (page: Page) => Promise<number>) {
  return withGrid(few, (small) =>
    withGrid(many, async (large) => {
      const baseline: number[] = []
      const ours: number[] = []
      // The first round warms both studios.
      for (let round = 0; round <= rounds; round++)
        for (const [pages, into] of [
          [small, baseline],
          [large, ours],
        ] as const) {
          const page = await openCreate(pages.browser, pages.studioAddress)
          const value = await measure(page)
          if (round > 0) into.push(value)
          await page.close()
        }
      return { baseline, ours }
    }),
  )
}

function scrolling(measure: (page: Page, within: string) => Promise<number>) {
  return withGrid(many, async ({ browser, bareAddress, studioAddress }) => {
    const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await bare.goto(bareAddress)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.route('**/media/**', (route) => route.abort())
    await enterGrid(page, studioAddress)
    const baseline: number[] = []
    const ours: number[] = []
    for (let round = 0; round < rounds; round++) {
      baseline.push(await measure(bare, '[data-scroller]'))
      ours.push(await measure(page, '[role="list"]'))
    }
    return { baseline, ours }
  })
}

async function openCreate(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(address)
  await page.getByRole('link', { name: 'Library' }).waitFor()
  return page
}

async function openGrid(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await enterGrid(page, address)
  return page
}

async function enterGrid(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('link', { name: 'Library' }).click()
  await page.locator('button[data-file]').first().waitFor()
  await page.locator(`[role="slider"][aria-valuemax="${many}"]`).waitFor()
}

/** Milliseconds of the main thread in a second of scrolling. */
async function mainThread(page: Page, within: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await read()
  await page.evaluate(scrollDown, { ...fling, within })
  const used = (await read()) - before
  await session.detach()
  return (used * 1_000) / (fling.scrollMs / 1_000)
}

/** In the page: milliseconds from the click to the frame after the first files. */
function openLibrary(): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    document.querySelector<HTMLElement>('a[href="#/library"]')?.click()
    const look = () => {
      if (document.querySelector('button[data-file] img'))
        requestAnimationFrame(() => resolve(performance.now() - start))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** In the page: milliseconds from a text in the search to the frame after another file is the first. */
async function searchFor(text: string): Promise<number> {
  const search = document.querySelector<HTMLInputElement>('[role="searchbox"], input[type="search"]')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  if (!search || !set) throw new Error('There is no search.')
  const firstFile = () => document.querySelector<HTMLElement>('button[data-index="0"]')?.dataset.file
  const before = firstFile()
  const start = performance.now()
  set.call(search, text)
  search.dispatchEvent(new Event('input', { bubbles: true }))
  while (firstFile() === before || firstFile() === undefined) {
    if (performance.now() - start > 20_000) throw new Error(`“${text}” finds the file that was first before.`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** In an empty page: milliseconds from a request of its server to the frame after its response is shown. */
async function respondByHand(): Promise<number> {
  const start = performance.now()
  const response = await fetch(location.href, { cache: 'no-store' })
  document.title = String((await response.text()).length)
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** In the page: milliseconds until the image of a file of the grid is decoded, past the cache. */
async function loadByHand(place: number): Promise<number> {
  const fileId = document.querySelector<HTMLElement>(`button[data-index="${place}"]`)?.dataset.file
  const start = performance.now()
  const image = new Image()
  image.src = `/media/files/${fileId}?bare=${start}`
  await image.decode()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** In the page: milliseconds from the click on a file to the frame after it is seen, or has all of its pixels. */
async function openViewer({
  place,
  until,
}: {
  readonly place: number
  readonly until: 'seen' | 'sharp'
}): Promise<number> {
  const start = performance.now()
  document.querySelector<HTMLElement>(`button[data-index="${place}"]`)?.click()
  const isShown = () =>
    [...document.querySelectorAll<HTMLImageElement>('[role="dialog"] img')].some(
      (image) =>
        image.complete &&
        image.naturalWidth > 0 &&
        getComputedStyle(image).visibility === 'visible' &&
        (until === 'seen' || image.src.includes('/media/files/')),
    )
  while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** In the page: milliseconds from a press on the scroll bar to the thumbnails of all visible files. */
async function jumpTo(share: number): Promise<number> {
  const bar = [...document.querySelectorAll<HTMLElement>('[role="slider"]')].find(
    (one) => one.getAttribute('aria-orientation') === 'vertical',
  )
  if (!bar) throw new Error('There is no scroll bar.')
  const { left, top, height, width } = bar.getBoundingClientRect()
  const at = { clientX: left + width / 2, clientY: top + height * share, pointerId: 1, bubbles: true }
  bar.setPointerCapture = () => {}
  const before = bar.getAttribute('aria-valuenow')
  const start = performance.now()
  bar.dispatchEvent(new PointerEvent('pointerdown', at))
  bar.dispatchEvent(new PointerEvent('pointerup', at))
  const isLoaded = () => {
    const tiles = [...document.querySelectorAll('button[data-index]')].filter((tile) => {
      const box = tile.getBoundingClientRect()
      return box.bottom > top && box.top < top + height
    })
    const images = tiles.map((tile) => tile.querySelector('img'))
    return tiles.length > 0 && images.every((image) => image?.complete && image.naturalWidth > 0)
  }
  while (bar.getAttribute('aria-valuenow') === before || !isLoaded())
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** In the page: scrolls what scrolls around an element; returns the longest task in milliseconds. */
async function scrollDown({
  scrollMs,
  pixelsASecond,
  within,
}: {
  readonly scrollMs: number
  readonly pixelsASecond: number
  readonly within: string
}): Promise<number> {
  let scroller = document.querySelector<HTMLElement>(within)
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
  if (!scroller) throw new Error('Nothing scrolls.')
  let longest = 1
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  const start = performance.now()
  const from = scroller.scrollTop
  for (let now = start; now - start < scrollMs; now = performance.now()) {
    scroller.scrollTop = from + ((now - start) / 1_000) * pixelsASecond
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  observer.disconnect()
  return longest
}

/** In the page: thousandths of the visible tiles’ area that show nothing, over all frames of a scroll. */
async function blankShare({
  scrollMs,
  pixelsASecond,
}: {
  readonly scrollMs: number
  readonly pixelsASecond: number
}): Promise<number> {
  const scroller = document.querySelector<HTMLElement>('[role="list"]')?.parentElement
  if (!scroller) throw new Error('Nothing scrolls.')
  const { top, bottom, width } = scroller.getBoundingClientRect()
  let seen = 0
  let blank = 0
  const start = performance.now()
  const from = scroller.scrollTop
  for (let now = start; now - start < scrollMs; now = performance.now()) {
    scroller.scrollTop = from + ((now - start) / 1_000) * pixelsASecond
    await new Promise((resolve) => requestAnimationFrame(resolve))
    let covered = 0
    for (const tile of document.querySelectorAll<HTMLElement>('button[data-index]')) {
      const box = tile.getBoundingClientRect()
      const area = Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top)) * box.width
      const image = tile.querySelector('img')
      covered += area
      if (!tile.style.backgroundColor && !(image?.complete && image.naturalWidth > 0)) blank += area
    }
    // A row that flies by is one background, of the colors of its tiles.
    for (const row of document.querySelectorAll<HTMLElement>('[role="list"] > [style*="gradient"]')) {
      const box = row.getBoundingClientRect()
      const area = Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top)) * box.width
      covered += area
      if (row.style.backgroundImage.includes('var(')) blank += area
    }
    // Where there are no tiles at all, all of it is blank.
    if (covered === 0) blank += (bottom - top) * width
    seen += Math.max(covered, covered === 0 ? (bottom - top) * width : 0)
  }
  return (blank / Math.max(1, seen)) * 1_000
}
