/** What an owner can add to the API balance in the service's app, in whole USD (interface: Limits). */
export const topUpUsd = { presets: [10, 25, 50, 100], minimum: 5, maximum: 10_000 } as const
