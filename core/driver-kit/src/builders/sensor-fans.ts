import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { readEntities } from './entity.ts'
import { readSensors } from './sensors.ts'

type Resources = Static<typeof sysResources.result>

/**
 * `sys_resources` with the fans of ENTITY-SENSOR-MIB (sensors in rpm), where `resources` gives none. A sensor
 * that works does not say that its fan is well, so the status is unknown.
 */
export const withSensorFans = (resources: Implementation): Implementation =>
  implement(sysResources, async (session, args) => {
    const base = (await resources.run(session, args)) as Resources
    if (!wanted(args.load_only, 'fans') || base.fans !== null) return base
    const sensors = (await readSensors(session)).filter(({ kind }) => kind === 'rpm')
    if (sensors.length === 0) return base
    const { all } = await readEntities(session, {})
    const fans = sensors.map(({ index, value }) => ({
      name: all.get(index)?.name ?? all.get(index)?.descr ?? `sensor ${index}`,
      status: 'Unknown' as const,
      speed: value,
    }))
    return { ...base, fans }
  })
