import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHookTokens } from './hook-token.ts'

const tokens = createHookTokens(Buffer.alloc(32, 7))

it('[HOOK2] a token names the submission it was made for, after a restart too', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(createHookTokens(Buffer.alloc(32, 7)).read(tokens.tokenOf(id))).toBe(id)
    }),
  )
})

it('[HOOK2] only the exact token is accepted: none of another library, none that was changed, none made up', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.nat(), fc.string(), (id, other, at, text) => {
      const token = tokens.tokenOf(id)
      const index = at % token.length
      const changed = `${token.slice(0, index)}${token[index] === 'a' ? 'b' : 'a'}${token.slice(index + 1)}`
      const moved = `${other}.${token.split('.')[1]}`
      const foreign = createHookTokens(Buffer.alloc(32, 8)).tokenOf(id)
      for (const forged of [changed, moved, foreign, `${token}.`, `${token}x`, id, `${id}.`, text])
        if (forged !== token) expect(tokens.read(forged)).toBeNull()
    }),
  )
})
