import { parseArgs } from 'node:util'
import { rules } from './rules.ts'
import { type Outcome, runRules } from './run-rules.ts'
import { connectService } from './service-under-test.ts'

const usage =
  'Use: npm run conformance -- --url URL --key KEY [--usage-key KEY] [--vendor NAME] [--json]\nIt starts about 25 jobs, which a real service charges for.'

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        'usage-key': { type: 'string' },
        vendor: { type: 'string', default: 'sandbox' },
        json: { type: 'boolean', default: false },
      },
    })
    return values.url && values.key && URL.canParse(values.url)
      ? { ...values, url: values.url, key: values.key }
      : null
  } catch {
    return null
  }
}

function tell({ section, rule, result, reason }: Outcome): void {
  if (result === 'kept') return
  process.stderr.write(`${result}: ${section}: ${rule}\n  ${reason.split('\n').join('\n  ')}\n`)
}

async function main(): Promise<number> {
  const options = readOptions()
  if (!options) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const { url, key, vendor, json } = options
  const service = connectService({
    url: url.replace(/\/+$/, ''),
    key,
    usageKey: options['usage-key'] ?? null,
    vendor,
  })
  const outcomes = await runRules(rules, service, tell)
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  const summary = `${count('kept')} kept, ${count('broken')} broken, ${count('not tried')} not tried`
  process.stdout.write(`${json ? JSON.stringify(outcomes) : summary}\n`)
  return count('broken') === 0 ? 0 : 1
}

process.exitCode = await main()
