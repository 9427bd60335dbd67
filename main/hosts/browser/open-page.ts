import type { MainWords } from '../../words/choose-words.ts'
import { type OpeningFile, writeOpeningFile } from './opening-file.ts'
import type { BrowserHost } from './serve-browser.ts'

/** How long to wait for a page before reporting that none came, in milliseconds. */
const patienceMs = 20_000
/** How long the file and its token wait for a browser, in milliseconds: a slow one still finds them. */
const validMs = 120_000

export interface OpenPageDeps {
  readonly host: Pick<BrowserHost, 'issueOnce' | 'hasOpened'>
  readonly words: MainWords
  /** Opens a file in the person's browser; resolves only where that failed. */
  open(path: string): Promise<void>
  /** Shows a sentence to the person at the terminal. */
  say(sentence: string): void
  /** Runs a task after some milliseconds; returns a cancel function. */
  later(task: () => void, milliseconds: number): () => void
  /** Throws where the file can't be written. */
  readonly write?: (address: string, words: MainWords) => OpeningFile
}

/**
 * Opens the page in the person's browser by a private file with a token of its own, which is deleted as soon as
 * it was used. Where no page comes, the person is pointed to the printed address. Returns a cancel function.
 */
export function openPage({
  host,
  words,
  open,
  say,
  later,
  write = writeOpeningFile,
}: OpenPageDeps): () => void {
  const { browserNotOpened: notOpened, browserNotThere: notThere } = words.setup
  const once = host.issueOnce()
  const file = tryWrite(() => write(once.url, words))
  if (file === null) {
    once.revoke()
    say(notOpened)
    return () => undefined
  }
  const undo = [later(() => sayUnlessOpened(notThere), patienceMs), later(end, validMs)]

  function sayUnlessOpened(sentence: string): void {
    if (!host.hasOpened()) say(sentence)
  }

  function end(): void {
    for (const cancel of undo) cancel()
    once.revoke()
    file?.remove()
  }

  void once.used.then(end)
  void open(file.path).then(() => {
    undo[0]?.()
    sayUnlessOpened(notOpened)
  })
  return end
}

function tryWrite(write: () => OpeningFile): OpeningFile | null {
  try {
    return write()
  } catch {
    return null
  }
}
