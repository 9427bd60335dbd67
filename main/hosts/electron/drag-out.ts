import type { BrowserWindow } from 'electron'
import type { ElectronModule } from './electron-module.ts'

/** In pixels: what follows the pointer. */
const iconSide = 96
/** What is shown where a file has no thumbnail: Electron takes no empty icon. Gray, half transparent, in BGRA. */
const plain = { side: 48, pixel: [0x90, 0x90, 0x90, 0xb0] } as const

/** The system's drag of files, begun in the window's page, which cancels its own. */
export function createDragOut(
  { nativeImage }: Pick<ElectronModule, 'nativeImage'>,
  window: () => BrowserWindow | null,
) {
  function iconOf(thumbnail: string | null) {
    const image = thumbnail === null ? null : nativeImage.createFromPath(thumbnail)
    if (image && !image.isEmpty()) return image.resize({ width: iconSide })
    const { side, pixel } = plain
    const bitmap = Buffer.from(Array.from({ length: side * side }, () => [...pixel]).flat())
    return nativeImage.createFromBitmap(bitmap, { width: side, height: side })
  }

  return (paths: readonly string[], thumbnail: string | null): void => {
    const [file] = paths
    const contents = window()?.webContents
    if (file === undefined || !contents || contents.isDestroyed()) return
    contents.startDrag({ file, files: [...paths], icon: iconOf(thumbnail) })
  }
}
