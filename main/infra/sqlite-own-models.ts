import { ownModelSchema } from '../../shared/bridge/own-model-procedures.ts'
import type { OwnModelStore } from '../engine/catalog/ports.ts'
import type { Database } from './sqlite-database.ts'

/** The models that the person entered by hand, in SQLite: a row each. One that can't be read costs only itself. */
export function createSqliteOwnModels(database: Database): OwnModelStore {
  const remove = (account: string, path: string) =>
    void database.prepare('DELETE FROM own_models WHERE account = ? AND path = ?').run(account, path)
  return {
    list: (account) =>
      database
        .prepare('SELECT name, kind, path, fields FROM own_models WHERE account = ? ORDER BY seq')
        .all(account)
        .flatMap((row) => {
          const model = ownModelSchema.safeParse(row)
          return model.success ? [model.data] : []
        }),
    save(account, { name, kind, path, fields }, replaces) {
      const changed =
        replaces === null
          ? 0
          : database
              .prepare(
                'UPDATE own_models SET path = ?, name = ?, kind = ?, fields = ? WHERE account = ? AND path = ?',
              )
              .run(path, name, kind, fields, account, replaces).changes
      if (Number(changed) > 0) return
      database
        .prepare(
          `INSERT INTO own_models (account, path, name, kind, fields) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (account, path) DO UPDATE SET name = excluded.name, kind = excluded.kind, fields = excluded.fields`,
        )
        .run(account, path, name, kind, fields)
    },
    remove,
  }
}
