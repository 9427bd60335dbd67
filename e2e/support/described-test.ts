import { type DescribedService, openDescribedService } from '../../main/testing/described-service.ts'
import { watchService } from './service.ts'
import { test as base } from './studio-test.ts'

/** The studio at a service that describes its models by this document, which a function makes for each test. */
export function testDescribed(document?: object | (() => object)) {
  return base.extend<{ described: DescribedService }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async described({}, use) {
      const service = await openDescribedService(typeof document === 'function' ? document() : document)
      await use(service)
      await service.close()
    },
    async service({ described }, use) {
      const service = await watchService(described.url)
      await use({ ...service, key: 'k' })
      await service.close()
    },
  })
}
