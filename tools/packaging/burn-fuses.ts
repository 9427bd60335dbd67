import { join } from 'node:path'
import { type AfterPackContext, Arch } from 'electron-builder'
import { type Fuses, findWrongFuses, releasedFuses, setFuses } from './fuses.ts'
import { identity } from './identity.ts'

/** The file that carries the fuses, or its `.app`, by the builder's names of systems. */
const programs: Readonly<Record<string, string>> = {
  darwin: `${identity.productName}.app`,
  win32: `${identity.productName}.exe`,
  linux: identity.executable,
}

/** Sets the fuses before anything is signed, those of a release unless others are given, and reads them back. */
export function burnFuses(fuses: Fuses = releasedFuses) {
  return async ({ appOutDir, electronPlatformName, arch }: AfterPackContext): Promise<void> => {
    const name = programs[electronPlatformName]
    if (name === undefined) throw new Error(`No program is known for ${electronPlatformName}.`)
    const program = join(appOutDir, name)
    // An unsigned program for Apple’s own processors carries a signature of its bytes, which change here.
    await setFuses(program, fuses, {
      resetsSignature: electronPlatformName === 'darwin' && arch === Arch.arm64,
    })
    const wrong = await findWrongFuses(program, fuses)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  }
}
