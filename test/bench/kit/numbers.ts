/** The middle one of an odd number of values, and the upper middle one of an even number. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** The value below which this share of sorted numbers lies. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

/**
 * Runs all sides once in each round. The first one changes from round to round, because the machine may be
 * warmer for the second.
 */
export async function inTurns<K extends string, T>(
  rounds: number,
  sides: Readonly<Record<K, () => Promise<T>>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(sides) as K[]
  const found = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 ? names.toReversed() : names) found[name].push(await sides[name]())
  return found
}

/** The median of the rounds' own ratios: what slows the machine for a while is in both values of a round. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((one, round) => one / theirs[round]!))
