import { callDoor } from '../main/hosts/door/call-door.ts'
import { readDoorAddress } from '../main/hosts/door/door-file.ts'
import type { AgentRun } from '../shared/bridge/agent-procedures.ts'
import { type BridgeClient, createBridgeClient } from '../shared/bridge/client.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { expectDone, fileViewer, goTo, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** What the server of an agent has of the studio. */
async function agentOf(dataFolder: string): Promise<BridgeClient> {
  await expect.poll(() => readDoorAddress(dataFolder)).not.toBeNull()
  const address = await readDoorAddress(dataFolder)
  return createBridgeClient((procedure, input) =>
    callDoor(address ?? { port: 1, token: '' }, `/call/${procedure}`, input),
  )
}

async function generate({ want }: BridgeClient, key: string, prompt: string): Promise<AgentRun> {
  const { quoteId } = await want('agents.estimate', { modelId: 'i2', values: { prompt } })
  return want('agents.generate', { agent: 'an assistant', quoteId, key })
}

test('[AGENT14] [AGENT16] [AGENT69] [AGENT71] a run of an agent above the price waits for a yes in the page, and is marked as its own', async ({
  studioPage: page,
  dataFolder,
  service,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask me above' }).fill('0')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Daily budget of all agents' }).fill('2')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')

  const agent = await agentOf(dataFolder)
  await generate(agent, 'key-of-a-harbour', 'A quiet harbour at dawn')
  const storm = `A storm\n\u202eover the sea ${'and its waves '.repeat(8)}`
  await generate(agent, 'key-of-a-storm', storm)
  const asked = page.getByRole('region', { name: 'Runs of agents that wait for you' })
  await expect(asked.getByRole('listitem')).toHaveText([
    /^an assistant asks to run .*It costs up to \$0\.075 .*Waits until.*“A quiet harbour at dawn”/,
    /“A storm over the sea .*and its waves”/,
  ])
  await expectNoFindings(page, 'what agents ask')
  expect(service.submissions()).toEqual([])

  await asked.getByRole('listitem').nth(1).getByRole('button', { name: 'Decline' }).click()
  await expect(asked.getByRole('listitem')).toHaveCount(1)
  await asked.getByRole('button', { name: 'Allow' }).click()
  await expect(asked).toHaveCount(0)
  await expectDone(runsOf(page).first(), 'Dense layouts')
  await expect(runsOf(page).first()).toContainText('an assistant')
  expect(service.submissions()).toHaveLength(1)

  await goTo(page, 'Spend')
  await page.getByRole('radio', { name: 'Ledger' }).click()
  await page.locator('[data-line="0"]').click()
  await expect(fileViewer(page)).toContainText('an assistant')
})
