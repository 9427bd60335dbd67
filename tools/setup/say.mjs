/** A reason to stop that a person can act on: only its message is shown. */
export class SetupProblem extends Error {}

/** @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** The last lines of what a program printed, for a failure's words. @param {string} output */
export function tail(output, lines = 15) {
  return output.trimEnd().split('\n').slice(-lines).join('\n')
}

/** Whole seconds since then, for a person. @param {number} startedAt */
export function secondsSince(startedAt) {
  return Math.max(1, Math.round((Date.now() - startedAt) / 1000))
}
