import { Worker } from 'node:worker_threads'

/**
 * May use nothing but its input: it is passed as source text, because the bundled desktop has no file to name.
 */
export type ThreadWork<Input, Output> = (input: Input, sqlite: typeof import('node:sqlite')) => Output

/** Runs the work on a thread of its own; rejects with what it throws, and where no thread is available. */
export function runOnThread<Input, Output>(work: ThreadWork<Input, Output>, input: Input): Promise<Output> {
  const source = `
    const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
    parentPort.postMessage((${work.toString()})(workerData, process.getBuiltinModule('node:sqlite')))`
  return new Promise((resolve, reject) => {
    // It reads no environment, so it gets no copy of ours with the person's keys.
    const worker = new Worker(source, { eval: true, workerData: input, env: {} })
    worker.once('message', (output: Output) => resolve(output))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code}.`)))
  })
}
