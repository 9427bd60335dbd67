import { identity } from './identity.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Who stands behind what is installed. */
export interface Publisher {
  /** Shown by package managers and in the properties of the program. */
  readonly homepage: string
  /** Of the .deb: `Name <address>`. */
  readonly maintainer: string
  /** The name in the certificate of the Windows installers, which the updater compares. */
  readonly windows: string
}

/** Addresses under it belong to nobody. */
const nobody = '.example'

/** By the environment; where it names nobody, a made-up publisher, for builds that only try the program. */
export function publisherOf(environment: Environment): Publisher {
  return {
    homepage: environment.ATELIER_HOMEPAGE || `https://atelier${nobody}`,
    maintainer: environment.ATELIER_MAINTAINER || `Atelier <maintainers@atelier${nobody}>`,
    windows: environment.ATELIER_WINDOWS_PUBLISHER || identity.productName,
  }
}

const forms: Readonly<Record<string, RegExp>> = {
  ATELIER_HOMEPAGE: /^https:\/\/[^\s/]+\.[^\s/]+/,
  ATELIER_MAINTAINER: /^[^<>]*[^\s<>] <[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>$/,
  ATELIER_WINDOWS_PUBLISHER: /\S/,
}

/** One sentence where the environment doesn't say who publishes a release; null where it does. */
export function findUnknownPublisher(environment: Environment): string | null {
  const open = Object.entries(forms)
    .filter(([name, form]) => {
      const value = environment[name] ?? ''
      return !form.test(value) || value.includes(nobody)
    })
    .map(([name]) => name)
  if (open.length === 0) return null
  return `A release says who publishes it: set ${open.join(', ')} in the variables of the workflow (docs/releasing.md).`
}
