import type { ServiceSettings } from './ports.ts'

/**
 * The address with which Atelier is started, null for the sandbox. Options of its command line and environment
 * apply to this address only, whatever is chosen later.
 */
export function startAddress(settings: ServiceSettings, serviceOverride: string | null): string | null {
  return serviceOverride ?? settings.read().service?.baseUrl ?? null
}
