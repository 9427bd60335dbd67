import { tryClock } from './clock-suite.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeSecrets } from './fake-secrets.ts'
import { createFakeSettings } from './fake-settings.ts'
import { createLeapingClock } from './leaping-clock.ts'
import { trySecrets, trySecretsWithConsent } from './secrets-suite.ts'
import { trySettingsStore } from './settings-store-suite.ts'

trySettingsStore('FakeSettings', () => createFakeSettings())

trySecrets('FakeSecrets', 'file', () => createFakeSecrets())
trySecretsWithConsent('FakeSecrets', () => createFakeSecrets())

tryClock('FakeClock', () => {
  const clock = createFakeClock()
  return { clock, pass: clock.advance }
})

tryClock('LeapingClock', () => {
  const clock = createLeapingClock()
  const step = 5
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) {
      clock.leap(step)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  return { clock, pass }
})
