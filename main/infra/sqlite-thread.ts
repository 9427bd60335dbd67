import { Worker } from 'node:worker_threads'

/**
 * May use nothing but what it is given: it is passed as source text, because the bundled desktop has no file to name.
 * Long work looks at `isStopped`, and throws where that is true.
 */
export type ThreadWork<Input, Output> = (
  input: Input,
  sqlite: typeof import('node:sqlite'),
  isStopped: () => boolean,
) => Output | Promise<Output>

/** Runs the work on a thread of its own; rejects with what it throws, and where no thread is available. */
export function runOnThread<Input, Output>(
  work: ThreadWork<Input, Output>,
  input: Input,
  signal?: AbortSignal,
): Promise<Output> {
  const source = `
    const { parentPort, workerData: { input, stop } } = process.getBuiltinModule('node:worker_threads')
    const isStopped = () => Atomics.load(stop, 0) === 1
    Promise.try(() => (${work.toString()})(input, process.getBuiltinModule('node:sqlite'), isStopped))
      .then((output) => parentPort.postMessage(output))`
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const tell = () => void Atomics.store(stop, 0, 1)
  if (signal?.aborted) tell()
  signal?.addEventListener('abort', tell)
  return new Promise<Output>((resolve, reject) => {
    // It reads no environment, so it gets no copy of ours with the person's keys.
    const worker = new Worker(source, { eval: true, workerData: { input, stop }, env: {} })
    worker.once('message', (output: Output) => resolve(output))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code}.`)))
  }).finally(() => signal?.removeEventListener('abort', tell))
}
