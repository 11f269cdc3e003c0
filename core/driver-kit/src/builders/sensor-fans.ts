import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { PhysicalClass, readEntities } from './entity.ts'
import { noResources } from './no-resources.ts'
import { readSensors } from './sensors.ts'

type Resources = Static<typeof sysResources.result>
type Fans = NonNullable<Resources['fans']>

/** Fans by their sensors in rpm. */
async function byTachometer(session: Session): Promise<Fans> {
  const sensors = (await readSensors(session)).filter(({ kind }) => kind === 'rpm')
  if (sensors.length === 0) return []
  const { all } = await readEntities(session, {})
  return sensors.map(({ index, value }) => ({
    name: all.get(index)?.name ?? all.get(index)?.descr ?? `sensor ${index}`,
    status: 'Unknown' as const,
    speed: value,
  }))
}

/** Fans that ENTITY-MIB lists. It gives neither their state nor their speed. */
async function byPart(session: Session): Promise<Fans> {
  const { all } = await readEntities(session, {})
  return [...all.values()]
    .filter(({ kind }) => kind === PhysicalClass.fan)
    .map(({ index, name, descr }) => ({
      name: name ?? descr ?? `fan ${index}`,
      status: 'Unknown' as const,
      speed: null,
    }))
}

export interface SensorFanOptions {
  /** The agent gives the speed as a number without unit (SONiC): the fans of ENTITY-MIB, without speed. */
  parts?: true
}

/**
 * Fans of `sys_resources` from ENTITY-SENSOR-MIB (sensors in rpm). A sensor that works does not say that its
 * fan is well, so the status is unknown.
 */
export const sensorFans = ({ parts }: SensorFanOptions = {}): Implementation =>
  implement(
    sysResources,
    async (session, { load_only }) => {
      if (!wanted(load_only, 'fans')) return noResources
      const measured = await byTachometer(session)
      const fans = measured.length > 0 || !parts ? measured : await byPart(session)
      return { ...noResources, fans: fans.length === 0 ? null : fans }
    },
    { source: 'ENTITY-SENSOR-MIB' },
  )
