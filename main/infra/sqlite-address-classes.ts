import type { AddressClass, AddressClasses } from '../engine/service/accounts.ts'
import type { Database } from './sqlite-database.ts'

const known: ReadonlySet<unknown> = new Set<AddressClass>(['public', 'private', 'loopback'])

/** Where each service's host was when the person chose it, in SQLite. */
export function createSqliteAddressClasses(database: Database): AddressClasses {
  return {
    read(serviceId) {
      const row = database
        .prepare('SELECT address_class FROM address_classes WHERE service_id = ?')
        .get(serviceId)
      return known.has(row?.address_class) ? (row?.address_class as AddressClass) : null
    },
    write: (serviceId, addressClass) =>
      void database
        .prepare('INSERT OR REPLACE INTO address_classes (service_id, address_class) VALUES (?, ?)')
        .run(serviceId, addressClass),
  }
}
