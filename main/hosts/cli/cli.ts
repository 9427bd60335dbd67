import { runCommand } from './run-command.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  warn: (line) => console.error(line),
  onStop(listener) {
    for (const signal of stopSignals) process.on(signal, listener)
    return () => {
      for (const signal of stopSignals) process.off(signal, listener)
    }
  },
})
