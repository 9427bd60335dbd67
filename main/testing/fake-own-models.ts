import type { OwnModel } from '../../shared/bridge/own-model-procedures.ts'
import type { OwnModelStore } from '../engine/catalog/ports.ts'

/** Keeps models that were entered by hand for as long as the test lasts. */
export function createFakeOwnModels(): OwnModelStore {
  const kept = new Map<string, OwnModel[]>()
  const list = (account: string) => kept.get(account) ?? []
  return {
    list,
    save(account, model, replaces) {
      const known = list(account)
      const at = known.findIndex(({ path }) => path === (replaces ?? model.path))
      kept.set(account, at < 0 ? [...known, model] : known.with(at, model))
    },
    remove(account, path) {
      kept.set(
        account,
        list(account).filter((model) => model.path !== path),
      )
    },
  }
}
