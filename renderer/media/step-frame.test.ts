import { expect, test } from 'vitest'
import { followFrames, stepFrame, whenStepped } from './step-frame.ts'

const frame = 1 / 25

/** A paused video of 25 frames a second, which shows a frame anew after each seek. */
class FakeVideo extends EventTarget {
  readonly duration = 1
  shown = 0
  #time = 0
  #callbacks: VideoFrameRequestCallback[] = []

  get currentTime() {
    return this.#time
  }

  set currentTime(seconds: number) {
    this.#time = seconds
    queueMicrotask(() => this.show(Math.floor(seconds / frame + 1e-9)))
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback) {
    return this.#callbacks.push(callback)
  }

  cancelVideoFrameCallback() {}

  show(index: number) {
    this.shown = index
    const callbacks = this.#callbacks
    this.#callbacks = []
    for (const callback of callbacks) callback(0, { mediaTime: index * frame } as VideoFrameCallbackMetadata)
    this.dispatchEvent(new Event('seeked'))
  }
}

function open() {
  const video = new FakeVideo()
  const element = video as unknown as HTMLVideoElement
  followFrames(element)
  video.show(0)
  return { video, step: (by: 1 | -1) => stepFrame(element, by), stepped: () => whenStepped(element) }
}

test('[ACT42] a press while a frame is still looked for is done after it, and of several the last', async () => {
  const { video, step } = open()
  await Promise.all([step(1), step(1)])
  expect(video.shown).toBe(2)
  await Promise.all([step(1), step(1), step(1), step(-1)])
  expect(video.shown).toBe(2)
  await step(1)
  expect(video.shown).toBe(3)
})

test('[ACT60] what is shown is read once the frame that was asked for is there', async () => {
  const { video, step, stepped } = open()
  void step(1)
  expect(video.shown).toBe(0)
  await stepped()
  expect(video.shown).toBe(1)
  await stepped()
})
