import { cp, rm } from 'node:fs/promises'
import {
  type FuseConfig,
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses'

export type FuseName = keyof typeof FuseV1Options

/** Each fuse, on or off. */
export type Fuses = Readonly<Record<FuseName, boolean>>

/**
 * The fuses of what is released. Every fuse that `@electron/fuses` knows is named, and an Electron with one more
 * fails the packing (`strictlyRequireAllFuses`), so that none is left to its default unseen.
 */
export const releasedFuses: Fuses = {
  // `ELECTRON_RUN_AS_NODE=1 Atelier script.js` would run anybody's script under our signature.
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // V8's bounds checks by the processor; without them a module runs slower and no safer.
  WasmTrapHandlers: true,
}

/** The fuses of a copy that tests drive: the driver attaches through the inspector. Never released. */
export const testedFuses: Fuses = {
  ...releasedFuses,
  EnableNodeCliInspectArguments: true,
}

/** Sets every fuse of an Electron: the path of its program, or of its `.app`. */
export async function setFuses(
  program: string,
  fuses: Fuses = releasedFuses,
  { resetsSignature = false } = {},
): Promise<void> {
  const wire = Object.fromEntries(names().map((name) => [FuseV1Options[name], fuses[name]]))
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: resetsSignature,
    ...wire,
  } as FuseConfig)
}

/** Reads the fuses back from a program; returns what differs, in a line for each. */
export async function findWrongFuses(program: string, fuses: Fuses = releasedFuses): Promise<string[]> {
  const wire = await getCurrentFuseWire(program)
  const unknown = Object.keys(wire).filter((key) => /^\d+$/.test(key) && !(Number(key) in FuseV1Options))
  return [
    ...unknown.map((key) => `Fuse ${key} of the program has no name here.`),
    ...names().flatMap((name) => {
      const expected = fuses[name] ? FuseState.ENABLE : FuseState.DISABLE
      return wire[FuseV1Options[name]] === expected
        ? []
        : [`Fuse ${name} is not ${fuses[name] ? 'on' : 'off'}.`]
    }),
  ]
}

/** A packed program: the file that is started, and the file or `.app` that carries the fuses. */
export interface PackedProgram {
  readonly file: string
  readonly carrier: string
}

/**
 * Makes a copy that tests can drive, beside the packed program because its resources are found from there. On macOS
 * the whole `.app` is copied, and signed anew for this machine only.
 */
export async function copyForTests({
  file,
  carrier,
}: PackedProgram): Promise<PackedProgram & { remove(): Promise<void> }> {
  const isApp = carrier.endsWith('.app')
  const copy = isApp ? carrier.replace(/[.]app$/, '-tests.app') : carrier.replace(/([.]exe)?$/, '-tests$1')
  await cp(carrier, copy, { recursive: true, verbatimSymlinks: true })
  await setFuses(copy, testedFuses, { resetsSignature: isApp })
  return {
    file: isApp ? copy + file.slice(carrier.length) : copy,
    carrier: copy,
    remove: () => rm(copy, { recursive: true, force: true }),
  }
}

function names(): FuseName[] {
  return Object.keys(releasedFuses) as FuseName[]
}
