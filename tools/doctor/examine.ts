import type { Machine } from './machine.ts'

export interface Finding {
  readonly name: string
  /** What was found; null where it is missing. */
  readonly found: string | null
  /** What can’t be done without it. */
  readonly neededFor: string
  /** How to get it on this system. */
  readonly way: string
  /** Whether Atelier or its tests can’t run without it. */
  readonly isRequired: boolean
}

const oldestNode = 24

/** Looks at everything that Atelier and its tests use on a machine, in the order of need. */
export function examine(machine: Machine): Finding[] {
  const install = installOn(machine)
  return [
    {
      name: 'Node',
      found: Number(/^v(\d+)/.exec(machine.node)?.[1]) >= oldestNode ? machine.node : null,
      neededFor: 'everything',
      way: `Run it by npm, which uses the Node ${oldestNode} of the packages: npm run doctor`,
      isRequired: true,
    },
    {
      name: 'Chromium',
      found: machine.chromium(),
      neededFor: 'tests in a browser, and the icons',
      way: `${install({ apt: 'chromium-headless-shell', brew: '--cask chromium', winget: 'Google.Chrome' })}, then: node tools/setup.mjs --for-tests`,
      isRequired: true,
    },
    {
      name: 'ffprobe',
      found: machine.firstLine('ffprobe', ['-version']),
      neededFor: 'tests that read videos with another program; they are skipped without it',
      way: install({ apt: 'ffmpeg', brew: 'ffmpeg', winget: 'Gyan.FFmpeg' }),
      isRequired: false,
    },
    {
      name: 'ExifTool',
      found: machine.firstLine('exiftool', ['-ver']),
      neededFor: 'tests that read metadata with another program; they are skipped without it',
      way: install({ apt: 'libimage-exiftool-perl', brew: 'exiftool', winget: 'OliverBetz.ExifTool' }),
      isRequired: false,
    },
    {
      name: 'Electron',
      found: machine.electron(),
      neededFor: 'the desktop in a window of its own, and installers',
      way: 'node node_modules/electron/install.js downloads it; the machine needs the Internet for that',
      isRequired: false,
    },
    {
      name: 'Display',
      found: displayOf(machine),
      neededFor: 'a window; without one, npm start serves the browser',
      way: `Start it in a desktop session, or under a virtual one. ${install({ apt: 'xvfb' })}, then: xvfb-run npm start -- --desktop`,
      isRequired: false,
    },
    {
      name: 'Keychain',
      found: keychainOf(machine),
      neededFor: 'API keys that the desktop encrypts; without one it asks before it keeps them readable',
      way: install({ apt: 'gnome-keyring' }),
      isRequired: false,
    },
  ]
}

interface PackageNames {
  readonly apt: string
  readonly brew?: string
  readonly winget?: string
}

/** How packages are installed on this system. */
function installOn({ platform }: Machine): (names: PackageNames) => string {
  return ({ apt, brew, winget }) => {
    if (platform === 'darwin' && brew) return `brew install ${brew}`
    if (platform === 'win32' && winget) return `winget install ${winget}`
    return `apt-get install ${apt}`
  }
}

function displayOf({ platform, environment }: Machine): string | null {
  if (platform !== 'linux') return 'the system’s own'
  return environment.WAYLAND_DISPLAY || environment.DISPLAY || null
}

/** On Linux what Electron’s safeStorage can use: a secret service of the session. */
function keychainOf(machine: Machine): string | null {
  if (machine.platform === 'darwin') return 'the system’s own'
  if (machine.platform === 'win32') return 'DPAPI'
  if (!machine.environment.DBUS_SESSION_BUS_ADDRESS) return null
  const services = [
    ['gnome-keyring-daemon', '--version'],
    ['kwalletd6', '--version'],
    ['kwalletd5', '--version'],
  ] as const
  return services.map(([program, flag]) => machine.firstLine(program, [flag])).find(Boolean) ?? null
}

/** The report for a terminal, and the code to exit with: 1 where something required is missing. */
export function report(findings: readonly Finding[]): { readonly text: string; readonly exitCode: 0 | 1 } {
  const lines = findings.map(({ name, found, neededFor, way, isRequired }) =>
    found === null
      ? `${isRequired ? 'MISSING' : 'missing'}  ${name}: needed for ${neededFor}.\n         ${way}\n`
      : `ok       ${name}: ${found}\n`,
  )
  const missing = findings.filter(({ found, isRequired }) => found === null && isRequired)
  const sum =
    missing.length === 0
      ? 'Atelier and its tests can run here.'
      : `Atelier or its tests can’t run here without ${missing.map(({ name }) => name).join(' and ')}.`
  return { text: `${lines.join('')}\n${sum}\n`, exitCode: missing.length === 0 ? 0 : 1 }
}
