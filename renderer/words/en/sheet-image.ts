import { format } from './format.ts'

function files(count: number): string {
  return count === 1 ? '1 file' : `${format.number(count)} files`
}

/** The dialog that draws files as one image. */
export const sheetImage = {
  title: (count: number | null) => (count === null ? 'Contact sheet' : `Contact sheet of ${files(count)}`),
  heading: 'Title',
  headingHint: 'Optional',
  columns: 'Columns',
  width: 'Width in pixels',
  pixels: (width: number) => format.number(width),
  captions: 'Below each image',
  parts: { name: 'Name', prompt: 'Prompt', model: 'Model', seed: 'Seed', rating: 'Rating' },
  ground: 'Background',
  grounds: { dark: 'Dark', light: 'Light' },
  format: 'Format',
  formats: { png: 'PNG', jpeg: 'JPEG' },
  preview: 'Preview of the first rows',
  reading: 'Reading the files…',
  size: (width: number, height: number) => `${format.number(width)} × ${format.number(height)} pixels`,
  pages: (pages: number, perPage: number) =>
    `${format.number(pages)} images in one ZIP, with ${format.number(perPage)} files at most on each`,
  pageOf: (page: number, pages: number) => `${format.number(page)} of ${format.number(pages)}`,
  notShown: 'No preview',
  none: 'None of these files is on this disk.',
  drawing: (done: number, total: number) => `${format.number(done)} of ${files(total)} drawn`,
  cancel: 'Cancel',
  copy: 'Copy image',
  save: 'Save',
  saved: (pages: number) =>
    pages === 1 ? 'The contact sheet was saved.' : `A ZIP of ${format.number(pages)} images was saved.`,
  copied: 'The contact sheet was copied.',
  copyFailed: 'The browser did not allow copying.',
  failed:
    'The contact sheet could not be drawn: it may need more memory than there is. Choose a smaller width.',
  missing: (count: number) =>
    count === 1
      ? '1 file has no preview, and says so in its place.'
      : `${format.number(count)} files have no preview, and say so in their places.`,
}
