import { setTimeout as sleep } from 'node:timers/promises'
import { copiedModules } from '@linecard/simulator'
import { withoutReadings, type Installation } from './installation.ts'

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
