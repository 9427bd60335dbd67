interface Runnable {
  run(): void
}

/** The same actions, of which only the first that is run does anything, and only once. */
export function oneOf<Action extends Runnable>(actions: readonly Action[]): readonly Action[] {
  let isUsed = false
  return actions.map((action) => ({
    ...action,
    run() {
      if (!isUsed) action.run()
      isUsed = true
    },
  }))
}
