import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Configuration } from 'electron-builder'
import { builderConfig, type PackagingEnvironment } from '../packaging/builder-config.ts'
import { readIcns, readIco } from '../packaging/icon-files.ts'

/** What the workflow's environment may say; the builder has to accept each. */
const environments: readonly PackagingEnvironment[] = [
  {},
  { ATELIER_SIGNED: '1', ATELIER_UPDATES_URL: 'https://updates.example/atelier', APPLE_API_KEY: 'key.p8' },
  { GITHUB_REPOSITORY: 'atelier/atelier', ATELIER_WINDOWS_PUBLISHER: 'Atelier Ltd' },
]

/**
 * Reports what is wrong with the installers before any is built: against the builder's own schema, and what the
 * schema leaves open but a release needs.
 */
export function findInstallerFaults(root: string): string[] {
  const places = { root, app: join(root, 'dist', 'release'), output: join(root, 'dist', 'installers') }
  const validate = builderSchema(root)
  const configs = environments.map((environment) => builderConfig(places, environment))
  return [
    ...new Set(
      configs.flatMap((config) => [...findSchemaFaults(validate, config), ...findOpenFaults(config)]),
    ),
    ...findIconFaults(join(root, 'resources', 'icons')),
  ]
}

function findSchemaFaults(validate: ValidateFunction, config: Configuration): string[] {
  // As the builder would read it from a file: members that are undefined are not there.
  if (validate(JSON.parse(JSON.stringify(config)))) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `The builder refuses ${instancePath || 'the configuration'}: ${message} ${JSON.stringify(params)}`,
  )
}

function builderSchema(root: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(join(root, 'node_modules/app-builder-lib/scheme.json'), 'utf8'))
  // Compiled in a third of the time of the defaults.
  const quickly = { inlineRefs: false, code: { optimize: false }, validateSchema: false }
  return new Ajv({ strict: false, logger: false, ...quickly }).compile(schema)
}

/** What the schema allows and a release does not. */
export function findOpenFaults({ asar, mac, win, nsis }: Configuration): string[] {
  const faults: string[] = []
  const publishers = win?.signtoolOptions?.publisherName
  const names = Array.isArray(publishers) ? publishers : [publishers ?? '']
  if (names.length === 0 || names.some((name) => name.trim() === ''))
    faults.push(
      'The Windows build names no publisher: the updater would then install updates that nobody signed.',
    )
  if (win?.verifyUpdateCodeSignature === false) faults.push('The Windows updater would check no signature.')
  if (mac?.hardenedRuntime !== true) faults.push('The macOS build has no hardened runtime.')
  const entitlements = [mac?.entitlements, mac?.entitlementsInherit]
  if (!entitlements.every((file) => file && existsSync(file)))
    faults.push('The entitlements of the macOS build are missing.')
  if (asar !== true) faults.push('The app is not packed into an archive, whose integrity the fuses check.')
  if (nsis?.deleteAppDataOnUninstall) faults.push('Uninstalling would delete the library.')
  return faults
}

const needed = { icns: [256, 512, 1024], ico: [16, 32, 48, 256], linux: [16, 32, 48, 128, 256, 512] } as const

function findIconFaults(folder: string): string[] {
  const linux = existsSync(join(folder, 'linux')) ? readdirSync(join(folder, 'linux')) : []
  const found = {
    icns: sidesOf(join(folder, 'icon.icns'), readIcns),
    ico: sidesOf(join(folder, 'icon.ico'), readIco),
    linux: new Set(linux.map((name) => Number(/^(\d+)x\1\.png$/.exec(name)?.[1]))),
  }
  return (['icns', 'ico', 'linux'] as const).flatMap((kind) =>
    needed[kind]
      .filter((side) => !found[kind].has(side))
      .map((side) => `The ${kind} icon lacks ${side} pixels: run npm run icons`),
  )
}

function sidesOf(path: string, read: (file: Buffer) => { readonly side: number }[]): Set<number> {
  return new Set(existsSync(path) ? read(readFileSync(path)).map(({ side }) => side) : [])
}
