import { tryClock } from './clock-suite.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeSecrets } from './fake-secrets.ts'
import { createFakeSettings } from './fake-settings.ts'
import { trySecrets, trySecretsWithConsent } from './secrets-suite.ts'
import { trySettingsStore } from './settings-store-suite.ts'

trySettingsStore('FakeSettings', () => createFakeSettings())

trySecrets('FakeSecrets', 'file', () => createFakeSecrets())
trySecretsWithConsent('FakeSecrets', () => createFakeSecrets())

tryClock('FakeClock', () => {
  const clock = createFakeClock()
  return { clock, pass: clock.advance }
})
