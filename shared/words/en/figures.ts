// Without an Intl formatter: creating one at each start would take a tenth of the time of Node's bare start.
export const grouped = (count: number) => count.toLocaleString('en-US')

/** In full: a limit and what goes over it may differ by less than a cent. */
export const dollars = (microUsd: number) =>
  `$${(microUsd / 1_000_000).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1')}`
