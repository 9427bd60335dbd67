import { createKeyMask } from '../../engine/service/key-mask.ts'
import { endOnUncaught } from '../uncaught-errors.ts'
import { runCommand } from './run-command.ts'
import { onStopSignals } from './stop-signals.ts'

const keyMask = createKeyMask()
const warn = (line: string) => console.error(line)
endOnUncaught(process, keyMask, warn)
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  warn,
  onStop: (listener) => onStopSignals(process, listener),
  keyMask,
})
