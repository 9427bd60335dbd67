import { useRef } from 'react'
import { mostReplyText } from '../../../shared/library/proof-bounds.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'

/** Opens the file that a client sent back from a proof page; dropping it on the window does the same. */
export function useOpenReply() {
  const { collecting } = useAtelier()
  const chooser = useRef<HTMLInputElement>(null)

  async function open(file: File | undefined) {
    if (chooser.current) chooser.current.value = ''
    // A longer one is no reply, and is said to be none.
    if (file) collecting.setState({ reply: await file.slice(0, mostReplyText).text() })
  }

  return {
    choose: () => chooser.current?.click(),
    chooser: (
      <input
        ref={chooser}
        type="file"
        accept="application/json,text/plain,.json,.txt"
        hidden
        onChange={(event) => void open(event.currentTarget.files?.[0])}
      />
    ),
  }
}
