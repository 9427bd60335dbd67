/** The system’s file chooser, without an element on the page. It opens only right after a press. */
export function chooseFile(onFile: (file: File) => void): void {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? []
    if (file) onFile(file)
  })
  chooser.click()
}
