import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

// The minimum that serves a page over a database: the lower bound for a start.
const database = new DatabaseSync(process.argv[2] ?? ':memory:')
database.exec('CREATE TABLE IF NOT EXISTS item (id TEXT PRIMARY KEY)')
const server = createServer((_, response) => response.end('ready'))
server.listen(0, '127.0.0.1', () => process.stdout.write('ready\n'))
