/** What can be done to the view of a medium from outside it; a medium without such a control does nothing. */
export interface MediaControls {
  /** Between the whole image and one image pixel per screen pixel. */
  toggleZoom(): void
  toggleFullScreen(): void
  /** Shows the next frame, or with -1 the one before; does nothing while the video plays. */
  stepFrame(by: 1 | -1): void
  /**
   * Pauses the video and reads the frame that it shows, in its full size, as a PNG file whose name begins so; null for
   * another medium, rejects where the frame can't be read.
   */
  readShownFrame(name: string): Promise<File> | null
  /** Does nothing for an image. */
  togglePlay(): void
}
