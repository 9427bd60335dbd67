import { copyPng } from '../media/copy-image.ts'
import { saveBlob } from '../media/save-file.ts'
import { useNotify } from '../ui/toaster.tsx'
import { useSheetImageWords } from '../words/sheet-image-words.ts'
import type { SheetImageStore, SheetPage } from './sheet-image-store.ts'

/** Saves a contact sheet, or copies it; `onDone` is called once it is. */
export function useSheetTaking(sheet: SheetImageStore, onDone: () => void) {
  const words = useSheetImageWords()
  const notify = useNotify()

  function say(text: string, missing: number): void {
    notify(missing === 0 ? text : `${text} ${words.missing(missing)}`)
    onDone()
  }

  async function save(): Promise<void> {
    const laidOut = sheet.layout()
    if (!laidOut) return
    let missing = 0
    const pages: SheetPage[] = []
    for await (const page of sheet.draw(words, sheet.store.getState().choices.format)) {
      pages.push(page)
      missing = page.missing
    }
    const [only] = pages
    if (!only || pages.length < laidOut.pages) return
    if (pages.length === 1) saveBlob(only.name, only.blob)
    else {
      const { downloadZip } = await import('client-zip')
      const zip = await downloadZip(pages.map(({ name, blob }) => ({ name, input: blob }))).blob()
      saveBlob(only.name.replace(/-0*1\.\w+$/, '.zip'), zip)
    }
    say(words.saved(pages.length), missing)
  }

  async function copy(): Promise<void> {
    let missing = 0
    let isDrawn = false
    async function drawOne(): Promise<Blob> {
      for await (const page of sheet.draw(words, 'png')) {
        missing = page.missing
        isDrawn = true
        return page.blob
      }
      throw new Error('It was not drawn.')
    }
    try {
      await copyPng(drawOne())
      say(words.copied, missing)
    } catch {
      // What stops the drawing is said in the dialog.
      if (isDrawn) notify(words.copyFailed, 'danger')
    }
  }

  return { save, copy }
}
