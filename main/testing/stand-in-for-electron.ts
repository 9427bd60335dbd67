import { registerHooks } from 'node:module'

const globalName = 'atelierFakeElectron'

/** From here on, what imports `electron` in this process gets the double's module. */
export function standInForElectron(module: object): void {
  Reflect.set(globalThis, globalName, module)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: `data:text/javascript,export default globalThis.${globalName}`, shortCircuit: true }
        : next(specifier, context),
  })
}
