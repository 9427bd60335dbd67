/** Saves a file to disk, as a click on its download link would. */
export function saveFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves a text as a file through the browser. */
export function saveText(name: string, text: string, type: 'application/json' | 'text/csv'): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Saves what the page has made as a file through the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun once this task is over.
  setTimeout(() => URL.revokeObjectURL(url))
}
