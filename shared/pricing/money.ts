/** Money in integer micro-dollars: 1 USD = 1 000 000. Rounded only when shown. */
export type MicroUsd = number & { readonly __unit: 'micro-usd' }

/** A whole number as micro-dollars; throws on a fraction, which is a programming error. */
export function microUsd(value: number): MicroUsd {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of micro-dollars: ${value}`)
  return value as MicroUsd
}

/** A price in dollars, such as 0.3034, as micro-dollars. Listed prices have at most six decimals. */
export function usd(dollars: number): MicroUsd {
  const value = Math.round(dollars * 1_000_000)
  if (Math.abs(value / 1_000_000 - dollars) > 1e-9) {
    throw new RangeError(`A price finer than a micro-dollar: ${dollars}`)
  }
  return microUsd(value)
}

/** A price per unit times a quantity, to the nearest micro-dollar. */
export function multiply(price: MicroUsd, quantity: number): MicroUsd {
  return microUsd(Math.round(price * quantity))
}

export function add(left: MicroUsd, right: MicroUsd): MicroUsd {
  return microUsd(left + right)
}

export const zeroUsd: MicroUsd = microUsd(0)
