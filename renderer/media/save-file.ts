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
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun once this task is over.
  setTimeout(() => URL.revokeObjectURL(url))
}
