import { setPriority } from 'node:os'
import { answerTask } from './answer-task.ts'
import { renderAudio } from './audio.ts'
import { renderImage } from './image.ts'
import type { RenderOrder } from './render-order.ts'
import type { RenderTask } from './render-pool.ts'
import { renderVideo } from './video.ts'

/**
 * Rendering has a lower priority than responding, about half the share of a core. Much lower would be none: beside six
 * busy programs, a niceness of 10 left a job unrendered for minutes.
 */
const renderNiceness = 3

function renderBytes(order: RenderOrder): Promise<Uint8Array> | Uint8Array {
  switch (order.kind) {
    case 'image':
      return renderImage(order)
    case 'video':
      return renderVideo(order)
    case 'audio':
      return renderAudio(order)
  }
}

setPriority(renderNiceness)
process.on('message', async (task: RenderTask) => process.send?.(await answerTask(task, renderBytes)))
// The service is gone: nobody waits for the result.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
