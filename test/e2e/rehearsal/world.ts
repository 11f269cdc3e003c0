import { assert } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'

/** Does the work, and proves that the device itself got no datagram and no connection meanwhile. */
export async function untouched<T>(house: Installation, name: string, work: () => Promise<T>): Promise<T> {
  const one = house.simulated(name)
  const counts = () => [one.requests, one.console?.connections]
  const before = counts()
  const result = await work()
  assert.equal(counts(), before, `${name} was touched`)
  return result
}
