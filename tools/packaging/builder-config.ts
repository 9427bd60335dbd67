import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { identity } from './identity.ts'
import { publisherOf } from './publisher.ts'

/** What a release takes from the environment of the workflow; every member may be missing. */
export type PackagingEnvironment = Readonly<Record<string, string | undefined>>

interface Places {
  readonly root: string
  /** The folder that becomes `app.asar`. */
  readonly app: string
  /** Where installers are written. */
  readonly output: string
}

/**
 * The configuration of electron-builder. Certificates are read by the builder itself (`CSC_LINK`,
 * `CSC_KEY_PASSWORD`, `APPLE_API_KEY` …); here the environment only says whether they are required.
 */
export function builderConfig(
  { root, app, output }: Places,
  environment: PackagingEnvironment,
): Configuration {
  const isSigned = environment.ATELIER_SIGNED === '1'
  const publisher = publisherOf(environment)
  const icons = join(root, 'resources', 'icons')
  return {
    appId: identity.appId,
    productName: identity.productName,
    copyright: 'Copyright © the authors of Atelier',
    directories: { app, output, buildResources: icons },
    electronVersion: versionOf(root, 'electron'),
    // The folder holds exactly what is shipped, without packages of its own.
    files: ['**/*'],
    npmRebuild: false,
    asar: true,
    forceCodeSigning: isSigned,
    artifactName: `\${productName}-\${version}-\${os}-\${arch}.\${ext}`,
    protocols: [{ name: identity.productName, schemes: [identity.scheme] }],
    fileAssociations: [
      {
        ext: identity.recipeExtension,
        name: 'Atelier recipe',
        description: 'Recipe of Atelier',
        mimeType: 'application/vnd.atelier.recipe+json',
        role: 'Editor',
      },
    ],
    publish: feedOf(environment),
    mac: {
      category: 'public.app-category.graphics-design',
      icon: join(icons, 'icon.icns'),
      target: [
        { target: 'dmg', arch: ['arm64', 'x64'] },
        { target: 'zip', arch: ['arm64', 'x64'] },
      ],
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: join(root, 'tools', 'packaging', 'entitlements.mac.plist'),
      entitlementsInherit: join(root, 'tools', 'packaging', 'entitlements.mac.plist'),
      // The builder notarizes with Apple’s key of the environment.
      notarize: Boolean(environment.APPLE_API_KEY),
    },
    win: {
      icon: join(icons, 'icon.ico'),
      target: [
        { target: 'nsis', arch: ['x64', 'arm64'] },
        { target: 'portable', arch: ['x64'] },
      ],
      // Without a name the updater would install what anybody signed, or nobody (docs/security.md).
      verifyUpdateCodeSignature: true,
      signtoolOptions: { publisherName: [publisher.windows] },
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      artifactName: `\${productName}-Setup-\${version}-\${arch}.\${ext}`,
    },
    portable: { artifactName: `\${productName}-\${version}-portable-\${arch}.\${ext}` },
    linux: {
      executableName: identity.executable,
      category: 'Graphics',
      icon: join(icons, 'linux'),
      synopsis: 'Generation studio for images, videos and music',
      maintainer: publisher.maintainer,
      target: [
        { target: 'AppImage', arch: ['x64', 'arm64'] },
        { target: 'deb', arch: ['x64', 'arm64'] },
      ],
    },
    deb: { packageCategory: 'graphics' },
  }
}

/**
 * Where installed programs look for updates: a folder on the web, or the releases of the repository that the
 * workflow runs in. Null where neither is named: such a build looks for none.
 */
function feedOf({
  ATELIER_UPDATES_URL,
  GITHUB_REPOSITORY,
}: PackagingEnvironment): NonNullable<Configuration['publish']> | null {
  if (ATELIER_UPDATES_URL) {
    const { protocol, hostname } = new URL(ATELIER_UPDATES_URL)
    if (protocol !== 'https:' && hostname !== '127.0.0.1')
      throw new Error('ATELIER_UPDATES_URL is not https: anybody on the way could offer updates.')
    return { provider: 'generic', url: ATELIER_UPDATES_URL }
  }
  const [owner, repo] = GITHUB_REPOSITORY?.split('/') ?? []
  if (owner && repo) return { provider: 'github', owner, repo, releaseType: 'draft' }
  return null
}

function versionOf(root: string, name: string): string {
  const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
