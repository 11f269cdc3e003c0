/** The middle one of an odd number of values, and the upper middle one of an even number. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
