// Stands in for @napi-rs/webcodecs, whose interface is that of browsers: here they are the browser's own.
export const { AudioData, AudioEncoder, VideoEncoder, VideoFrame } = globalThis
