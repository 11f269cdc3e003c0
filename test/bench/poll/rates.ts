/** Devices per second. */
export interface Rates {
  all: number
  /** Until nine tenths of the devices were done: a few that lost many datagrams come late. */
  most: number
}

/** `ends`: when each device was done, in ms and in order. */
export function ratesOf(ends: readonly number[], startedAt: number): Rates {
  const rate = (count: number) => (count === 0 ? 0 : count / ((ends[count - 1]! - startedAt) / 1000))
  return { all: rate(ends.length), most: rate(Math.ceil(ends.length * 0.9)) }
}
