// Stands in for @napi-rs/webcodecs, whose interface is that of browsers: here they are the browser's own.
export const { AudioData, AudioDecoder, AudioEncoder, VideoDecoder, VideoEncoder, VideoFrame } = globalThis

/** Browsers open no containers for their decoders; who gives a video or a sound is told that it can't be read. */
export class Mp4Demuxer {
  async loadBuffer() {
    throw new Error('Containers can’t be opened here.')
  }

  close() {}
}
