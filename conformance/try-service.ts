import { type Control, createControl } from './control.ts'
import { findServedModels, readDescription } from './description.ts'
import { BadArguments, type Options } from './options.ts'
import { createPlan, type Plan } from './plan.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import type { Section } from './rule.ts'
import { amount } from './rules/billing-rules.ts'
import { type Listener, runSections, type SectionOutcome } from './run-sections.ts'
import { chooseSections, createSections } from './sections.ts'
import { connectService } from './service-under-test.ts'
import { createSubject, type Subject } from './subject.ts'

/** The rules to be tested on a service, and their cost. */
export interface Trial {
  readonly plan: Plan
  readonly sections: readonly Section[]
  run(listener: Listener): Promise<SectionOutcome[]>
  close(): void
}

/** The control API's media limits. */
export const smallMedia = { longSide: 64, framesPerSecond: 1, samplesPerSecond: 8000 }

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Reads the service's description and chooses the rules; nothing that could be billed is sent before `run`.
 * Throws BadArguments where there is nothing to test them on.
 */
export async function prepareTrial(options: Options): Promise<Trial> {
  const receiver = await openReceiverFor(options)
  const close = () => receiver?.close()
  try {
    const subject = await createSubjectFor(options, receiver)
    const sections = choose(subject, options.only)
    return {
      plan: createPlan(sections),
      sections,
      close,
      async run(listener) {
        await subject.control?.setBalance(amount)
        return withSmallMedia(subject.control, () => runSections(sections, listener))
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The checked properties of media depend neither on size nor on frame or sample rate, so a disposable service makes small ones. */
async function withSmallMedia<Value>(control: Control | null, act: () => Promise<Value>): Promise<Value> {
  const limit = (media: object) => control?.command('/media', media).catch(() => null)
  await limit(smallMedia)
  return act().finally(() => limit({ longSide: null }))
}

/** Null where the service is on another machine and no address of ours was given. */
async function openReceiverFor({ url, webhookUrl, webhookPort }: Options): Promise<Receiver | null> {
  if (webhookUrl === null && !loopbackHosts.has(new URL(url).hostname)) return null
  return openReceiver({ port: webhookPort, publicUrl: webhookUrl }).catch((cause: unknown) => {
    const message = `Nothing can listen on port ${webhookPort}; choose another by --webhook-port.`
    throw new BadArguments(message, { cause })
  })
}

async function createSubjectFor(options: Options, receiver: Receiver | null): Promise<Subject> {
  const { url, paths, usageKey, style, unsigned, wait } = options
  const service = connectService(options)
  const description = await readDescription(service).catch((cause: unknown) => {
    throw new BadArguments(`Nothing responds at ${url}.`, { cause })
  })
  const models = findServedModels(description, paths)
  if (models.length === 0) {
    const message = `No path of a listed model is known from ${url}/openapi.json; tell them by --paths FILE.`
    throw new BadArguments(message)
  }
  const control = options.control ? createControl(service) : null
  const waitMs = wait * 1000
  return createSubject({
    service,
    description,
    models,
    control,
    receiver,
    usageKey,
    style,
    unsigned,
    waitMs,
  })
}

function choose(subject: Subject, only: readonly string[]): Section[] {
  const sections = createSections(subject)
  const chosen = chooseSections(sections, only)
  if (chosen.length > 0) return chosen
  const titles = sections.map(({ title }) => title).join(', ')
  throw new BadArguments(`--only names no section; there are: ${titles}.`)
}
