/** Shorter than any usual frame, in seconds: no frame is missed while the next one is looked for. */
const probe = 1 / 120
/** A moment within the neighbouring frame, in seconds from its edge. */
const inside = 0.001

/** When the frame that is shown begins, in seconds. */
const shownAt = new WeakMap<HTMLVideoElement, number>()
/** The last known length of a video’s frames, in seconds: a browser doesn’t tell it. */
const lengths = new WeakMap<HTMLVideoElement, number>()
/** The step that is under way, with the one that was asked for meanwhile; 0 where none was. */
const steps = new WeakMap<HTMLVideoElement, { next: -1 | 0 | 1; readonly ended: Promise<void> }>()

/** Notes which frame a video shows, as `stepFrame` needs it; the returned function ends that. */
export function followFrames(video: HTMLVideoElement): () => void {
  function note(_now: number, { mediaTime }: VideoFrameCallbackMetadata) {
    shownAt.set(video, mediaTime)
    handle = video.requestVideoFrameCallback(note)
  }
  let handle = video.requestVideoFrameCallback(note)
  return () => video.cancelVideoFrameCallback(handle)
}

/**
 * Shows the next frame of a paused video, or the one before; the first and the last stay. Where finding a frame
 * takes longer than the next press, that is done afterwards; of several, as of a held key, the last.
 */
export async function stepFrame(video: HTMLVideoElement, by: 1 | -1): Promise<void> {
  const underWay = steps.get(video)
  if (underWay) {
    underWay.next = by
    return
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const step = { next: by as -1 | 0 | 1, ended }
  steps.set(video, step)
  try {
    while (step.next !== 0) {
      const way = step.next
      step.next = 0
      await stepOnce(video, way)
    }
  } finally {
    steps.delete(video)
    resolve()
  }
}

/** Resolves once no step is under way: until then the frame that is asked for may not be shown yet. */
export async function whenStepped(video: HTMLVideoElement): Promise<void> {
  await steps.get(video)?.ended
}

async function stepOnce(video: HTMLVideoElement, by: 1 | -1): Promise<void> {
  const shown = shownAt.get(video)
  if (shown === undefined) return
  // A video that is where it is to be sought shows no frame anew.
  if (by === 1 ? video.currentTime >= video.duration : shown <= 0) return
  const next = by === 1 ? await showNext(video, shown) : await seek(video, Math.max(0, shown - inside))
  if (next !== shown) lengths.set(video, Math.abs(next - shown))
}

async function showNext(video: HTMLVideoElement, shown: number): Promise<number> {
  const known = lengths.get(video)
  let moment = shown + (known === undefined ? probe : known + inside)
  while (true) {
    // At its very end a video that loops would begin again.
    const isLast = moment >= video.duration
    const next = await seek(video, isLast ? video.duration : moment)
    if (next > shown || isLast) return next
    moment += probe
  }
}

/** Resolves with the time at which the frame that is shown then begins. */
function seek(video: HTMLVideoElement, seconds: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const over = new AbortController()
  const { signal } = over
  let began: number | null = null
  let isThere = false
  function settle() {
    if (!isThere || began === null) return
    over.abort()
    resolve(began)
  }
  video.requestVideoFrameCallback((_now, { mediaTime }) => {
    began = mediaTime
    settle()
  })
  video.addEventListener(
    'seeked',
    () => {
      isThere = true
      settle()
    },
    { signal },
  )
  for (const name of ['error', 'emptied'])
    video.addEventListener(name, () => reject(new Error(`The video is gone: ${name}`)), { signal })
  video.currentTime = seconds
  return promise
}
