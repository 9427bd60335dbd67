// The entry of the bundle that renders in a page: the same scenes, encoded by the browser.
import { renderImage } from '../image.ts'
import { renderVideo } from '../video.ts'

globalThis.renderMedia = (order) => (order.kind === 'video' ? renderVideo(order) : renderImage(order))
