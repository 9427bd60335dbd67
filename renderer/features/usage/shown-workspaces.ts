import type { UsageWorkspaceView } from '../../../shared/bridge/usage-views.ts'
import { sandboxAccountId } from '../../../shared/settings/account.ts'

/** A workspace's account; null: all together; undefined: the person chose nothing yet. */
export type WorkspaceChoice = string | null | undefined

interface Choosing {
  /** Null until first read. */
  readonly workspaces: readonly UsageWorkspaceView[] | null
  readonly chosen: WorkspaceChoice
}

/** Those that can be chosen: the sandbox last, which is summed with no other. */
export function choosableWorkspaces(
  workspaces: readonly UsageWorkspaceView[] | null,
): readonly UsageWorkspaceView[] {
  const all = workspaces ?? []
  return [...all.filter(isReal), ...all.filter((one) => !isReal(one))]
}

/** Whether there are several that may be summed. */
export function canJoin(workspaces: readonly UsageWorkspaceView[] | null): boolean {
  return (workspaces ?? []).filter(isReal).length > 1
}

/** What is shown: a workspace's account, or null for all together. What can't be chosen any more is as if not chosen. */
export function shownChoice({ workspaces, chosen }: Choosing): string | null {
  const all = choosableWorkspaces(workspaces)
  if (chosen === null && canJoin(workspaces)) return null
  if (all.some(({ accountId }) => accountId === chosen)) return chosen ?? null
  const connected = all.find(({ isConnected }) => isConnected)
  const first = connected?.hasKey ? connected : (all.find(({ hasKey }) => hasKey) ?? connected ?? all[0])
  return first?.accountId ?? null
}

/** The workspaces that are shown. */
export function shownWorkspaces(choosing: Choosing): readonly UsageWorkspaceView[] {
  const shown = shownChoice(choosing)
  const all = choosing.workspaces ?? []
  return shown === null ? all.filter(isReal) : all.filter(({ accountId }) => accountId === shown)
}

function isReal({ accountId }: UsageWorkspaceView): boolean {
  return accountId !== sandboxAccountId
}
