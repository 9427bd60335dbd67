import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { composeNotices, noticesPath, readShippedPackages } from './licenses.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = readShippedPackages(root)
if (!packages) throw new Error('Nothing is built whose packages could be listed: npm run build')
writeFileSync(`${root}${noticesPath}`, composeNotices(packages))
process.stdout.write(`${packages.length} packages.\n`)
