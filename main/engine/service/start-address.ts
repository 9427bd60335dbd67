import type { SettingsStore } from '../settings/ports.ts'

/**
 * Where a run of Atelier starts, null for the sandbox. What is said on its command line and in its environment counts
 * for this address alone, whatever is chosen later.
 */
export function startAddress(
  settings: Pick<SettingsStore, 'read'>,
  serviceOverride: string | null,
): string | null {
  return serviceOverride ?? settings.read().service?.baseUrl ?? null
}
