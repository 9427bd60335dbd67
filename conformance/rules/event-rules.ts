import { z } from 'zod'
import { expectOk, expectThat, showResponse } from '../expectations.ts'
import type { Delivery } from '../receiver.ts'
import { NotTried, type Rule, type Section, Unmet, untriable } from '../rule.ts'
import { findSignatureFault, followsDefaultProfile, type SigningKey, signatureHeaders } from '../signature.ts'
import { hookRequest, needsControl, needsReceiver, type Subject } from '../subject.ts'
import { cameRepeatedly, deliveryRules, receive } from './webhook-rules.ts'

const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })
const keysPath = '/.well-known/jwks.json'

export function eventSection(subject: Subject): Section {
  return {
    title: 'Events',
    rules: [
      ...deliveryRules(subject),
      ...(subject.unsigned ? unsignedRules(subject) : signedRules(subject)),
      untriable('a delivery that is refused is sent again', 'retry behaviour is not listed'),
    ],
  }
}

/** As published for verification. */
async function readKeys({ service }: Subject): Promise<SigningKey[]> {
  const response = await service.send(keysPath, { key: null })
  return expectOk(response, keySetSchema, 'a JSON Web Key Set').keys as SigningKey[]
}

function signedRules(subject: Subject): Rule[] {
  const { hooked } = subject
  const paid = hooked && { paid: [hooked] }
  return [
    {
      rule: `keys for ES256 are published at ${keysPath}, without their private halves`,
      async check() {
        for (const key of await readKeys(subject)) {
          expectThat(key.kty === 'EC' && key.crv === 'P-256', 'a P-256 key', key)
          expectThat(key.d === undefined, 'a public key', `${key.kid ?? 'a key'} with its private half`)
        }
      },
    },
    {
      rule: 'a delivery carries signature headers with the listed prefix',
      ...paid,
      async check() {
        const { delivery } = await receive(subject, hooked)
        const names = Object.keys(signatureHeaders(delivery))
        expectThat(names.length > 0, 'signature headers (or --unsigned, where none is configured)', 'none')
      },
    },
    {
      rule: 'a delivery is signed by a published key (default profile)',
      ...paid,
      check: async () => expectSigned(subject, (await receive(subject, hooked)).delivery),
    },
    rotation(subject),
    duplicates(subject),
  ]
}

async function expectSigned(subject: Subject, delivery: Delivery): Promise<void> {
  if (Object.keys(signatureHeaders(delivery)).length === 0)
    throw new Unmet('a signed delivery', 'an unsigned one')
  if (!followsDefaultProfile(delivery))
    throw new NotTried(
      'the header names beyond the prefix are not listed, and these are not the default profile’s',
    )
  const fault = findSignatureFault(delivery, await readKeys(subject), await subject.now())
  if (fault !== null) throw new Unmet('a signature of a published key over id, time and body', fault)
}

function rotation(subject: Subject): Rule {
  const request = hookRequest(subject.cheapest, subject.receiver)
  return {
    rule: 'after a change of keys, deliveries are signed by a key that is published',
    ...(subject.control && subject.receiver && { paid: [request] }),
    async check() {
      if (!subject.control) throw needsControl()
      if (!subject.receiver) throw needsReceiver()
      const response = await subject.control.command('/keys/rotate', {})
      expectThat(response.status === 200, '200 from /__sandbox/keys/rotate', showResponse(response))
      const { delivery } = await receive(subject, request)
      await expectSigned(subject, delivery)
    },
  }
}

function duplicates(subject: Subject): Rule {
  const request = hookRequest(subject.cheapest, subject.receiver)
  return {
    rule: 'a delivery that comes twice is signed both times',
    ...(subject.control && subject.receiver && { paid: [request] }),
    async check() {
      if (!subject.control) throw needsControl()
      if (!subject.receiver) throw needsReceiver()
      await subject.control.setFaults({ webhook: { kind: 'duplicate' } })
      await receive(subject, request).finally(() => subject.control?.setFaults({}))
      if (!(await cameRepeatedly(request))) throw new NotTried('no second copy came')
      for (const delivery of request.deliveries) await expectSigned(subject, delivery)
    },
  }
}

/** Signing is configurable; where it is declared to be off, nothing may look signed. */
function unsignedRules(subject: Subject): Rule[] {
  const { hooked } = subject
  return [
    {
      rule: 'a delivery without a signature carries no header of the signature prefix',
      ...(hooked && { paid: [hooked] }),
      async check() {
        const { delivery } = await receive(subject, hooked)
        const names = Object.keys(signatureHeaders(delivery))
        expectThat(names.length === 0, 'no signature header (declared by --unsigned)', names)
      },
    },
  ]
}
