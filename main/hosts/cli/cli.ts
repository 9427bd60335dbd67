import { runCommand } from './run-command.ts'
import { onStopSignals } from './stop-signals.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  warn: (line) => console.error(line),
  onStop: (listener) => onStopSignals(process, listener),
})
