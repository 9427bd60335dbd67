import type { ProbeVerdict, UsageProbeVerdict } from '../../shared/api/probe.ts'
import type { ConnectService, DescribedEndpoint } from '../engine/service/ports.ts'
import { createSpyJobService } from './spy-job-service.ts'

/** A service's housekeeping by script. */
export interface SpyService {
  /** Every connection that was made, in order. */
  readonly connections: { readonly baseUrl: string; readonly key: string | null }[]
  readonly connect: ConnectService
  /** The response to describing from now on. */
  respondToDescribe(
    endpoints: readonly DescribedEndpoint[] | null | Promise<readonly DescribedEndpoint[] | null>,
  ): void
  /** Listens to kept descriptions that are given to a client. */
  onRecall(listener: (document: unknown) => void): void
  /** The response to a connection test from now on. */
  respondToProbe(verdict: ProbeVerdict | Promise<ProbeVerdict>): void
  /** The response to a test of a key for usage from now on. */
  respondToUsageProbe(verdict: UsageProbeVerdict): void
}

export function createSpyService(): SpyService {
  const connections: { baseUrl: string; key: string | null }[] = []
  let described: Parameters<SpyService['respondToDescribe']>[0] = []
  let readings = 0
  let recalled: (document: unknown) => void = () => undefined
  let probe: ProbeVerdict | Promise<ProbeVerdict> = 'fine'
  let usage: UsageProbeVerdict = 'fine'
  return {
    connections,
    connect(service) {
      connections.push({ ...service })
      return {
        ...createSpyJobService(),
        describeBy: async () => ({ type: 'unchanged' }),
        describe: async () => {
          const endpoints = await described
          readings += 1
          return endpoints
            ? { type: 'described', endpoints, digest: `digest ${readings}` }
            : { type: 'none', fault: 'absent' }
        },
        recall: (document) => recalled(document),
        probe: async () => ({ verdict: await probe, clockDifferenceMs: null }),
        probeUsage: async () => usage,
        listsStyles: () => false,
        listStyles: async () => ({ type: 'none' }),
        shareStyle: async () => ({ type: 'not_sent', cause: 'by script' }),
        takesAssets: () => false,
        uploadAsset: async () => ({ type: 'not_taken' }),
      }
    },
    respondToDescribe(next) {
      described = next
    },
    onRecall(listener) {
      recalled = listener
    },
    respondToProbe(next) {
      probe = next
    },
    respondToUsageProbe(next) {
      usage = next
    },
  }
}
