/**
 * When polls are due. The due times of a device lie on a grid that depends on its id and the interval alone:
 * devices are spread over the interval, a restart moves nothing, and two processes that plan the same device
 * find the same time. All pollers of a device have the same origin, so that those with multiples of one
 * interval are due together.
 */

/** Where the grid of a device begins, in ms: a number that neighbouring ids do not share. */
const originOf = (deviceId: number): number => Math.imul(deviceId, 2_654_435_761) >>> 0

/** The first due time after a time, in ms since the epoch. */
export function nextDue(deviceId: number, intervalSec: number, after: number): number {
  const interval = intervalSec * 1000
  const origin = originOf(deviceId) % interval
  return Math.floor((after - origin) / interval) * interval + interval + origin
}

/** How many due times lie after `from` and not after `to`. */
export function dueBetween(deviceId: number, intervalSec: number, from: number, to: number): number {
  const interval = intervalSec * 1000
  const origin = originOf(deviceId) % interval
  const before = (time: number) => Math.floor((time - origin) / interval)
  return Math.max(0, before(to) - before(from))
}
