import type { Bridge } from '../../shared/bridge/carrier.ts'

/** Reports how many exports can be continued: once the studio is there, and whenever one ends; returns its undo. */
export function watchUnfinished(
  bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>,
  report: (count: number) => void,
): () => void {
  async function read(): Promise<void> {
    const found = await bridge.call('export.unfinished', {})
    if (found.ok) report(found.value.count)
  }
  const undo = [
    bridge.on('export.changed', ({ state }) => state !== 'running' && void read()),
    bridge.onConnected((connected) => connected && void read()),
  ]
  return () => {
    for (const stop of undo) stop()
  }
}
