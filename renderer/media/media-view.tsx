import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { useWords } from '../words/words-context.tsx'
import { AudioView } from './audio-view.tsx'
import { ImageView } from './image-view.tsx'
import { TooLarge } from './too-large.tsx'
import { VideoView } from './video-view.tsx'

interface MediaViewProps {
  readonly file: FileView
  readonly prompt: string
}

const views = { image: ImageView, video: VideoView, audio: AudioView }

/** A saved file, large. */
export function MediaView({ file, prompt }: MediaViewProps) {
  const { media } = useWords()
  if (isTooLargeToShow(file)) return <TooLarge file={file} />
  const View = views[file.kind]
  return (
    <View
      key={file.fileId}
      source={fileRoute(file.fileId)}
      name={media.of(file.kind, prompt)}
      width={file.width}
      height={file.height}
    />
  )
}
