/**
 * Configures zod, before it is first loaded, not to compile its checks: the page's policy forbids `eval`, and
 * each try would be reported as a violation. The name is zod's own.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
