import { setTimeout as sleep } from 'node:timers/promises'
import { copiedModules } from '@linecard/simulator'
import { assert } from '@linecard/test-kit'
import { withoutReadings, type Installation } from '../../support/installation.ts'

/** Adds devices of the scene and reads all that copies are made of. Gives their ids by name. */
export async function readAll(
  house: Installation,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const name of names) {
    const { id } = await house.add(house.simulated(name))
    ids.set(name, id)
    for (const module of copiedModules)
      await house.admin.ask('POST', `/switcher-core/device/${module.name}/${id}`, { body: {} })
  }
  await withoutReadings(house.admin)
  const count = () => names.reduce((sum, name) => sum + house.simulated(name).requests, 0)
  for (let before = -1; before !== count(); await sleep(500)) before = count()
  return ids
}

/** Does the work, and proves that the device itself got no datagram and no connection meanwhile. */
export async function untouched<T>(house: Installation, name: string, work: () => Promise<T>): Promise<T> {
  const one = house.simulated(name)
  const counts = () => [one.requests, one.console?.connections]
  const before = counts()
  const result = await work()
  assert.equal(counts(), before, `${name} was touched`)
  return result
}
