// The two modules of undici that are loaded by themselves (main/infra/http-connection.ts); its package declares
// types for the whole only.
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici'

  const client: typeof Client
  export = client
}

declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici'

  const connect: typeof buildConnector
  export = connect
}
