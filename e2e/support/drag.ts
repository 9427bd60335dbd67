import type { CDPSession, Locator, Page } from '@playwright/test'

const repeatMs = 350

interface Dragged {
  readonly files?: readonly string[]
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[]
}

/** Something that comes from outside the window, as the system's own drag: over the page, then dropped or taken away. */
export interface OutsideDrag {
  over(place: Locator): Promise<void>
  drop(place: Locator): Promise<void>
  away(): Promise<void>
}

/** Files by their paths, or text such as a URL by its type. The events are the browser's own. */
export async function dragFromOutside(page: Page, dragged: Dragged): Promise<OutsideDrag> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [...(dragged.items ?? [])], files: [...(dragged.files ?? [])], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel', at: { x: number; y: number }) =>
    dispatch(session, type, at, data)
  let last = { x: 4, y: 4 }
  await send('dragEnter', last)
  await send('dragOver', last)
  // The system repeats where a drag is for as long as it lasts.
  const repeating = setInterval(() => void send('dragOver', last).catch(() => {}), repeatMs)

  async function end(type: 'drop' | 'dragCancel') {
    clearInterval(repeating)
    await send(type, last)
    await session.detach()
  }

  async function over(place: Locator) {
    await place.scrollIntoViewIfNeeded()
    const box = await place.boundingBox()
    if (!box) throw new Error('There is nothing to drag over.')
    last = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await send('dragOver', last)
    await send('dragOver', last)
  }

  return {
    over,
    async drop(place) {
      await over(place)
      await end('drop')
    },
    away: () => end('dragCancel'),
  }
}

function dispatch(
  session: CDPSession,
  type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel',
  at: { x: number; y: number },
  data: { items: { mimeType: string; data: string }[]; files: string[]; dragOperationsMask: number },
): Promise<unknown> {
  return session.send('Input.dispatchDragEvent', { type, ...at, data })
}
