import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { integer, oidValue, readTable, table, text, type RowOf } from '../table/index.ts'
import { noResources } from './no-resources.ts'
import { percent } from './percent.ts'
import { ucdResources } from './ucd.ts'
import type { Static } from 'typebox'
import type { Session } from '../contract/session.ts'
import { PhysicalClass, readEntities } from './entity.ts'
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

interface SensorFanOptions {
  /** The agent gives the speed as a number without unit (SONiC): the fans of ENTITY-MIB, without speed. */
  parts?: true
}

/**
 * Fans of `sys_resources` from ENTITY-SENSOR-MIB (sensors in rpm). A sensor that works does not say that its
 * fan is well, so the status is unknown.
 */
const sensorFans = ({ parts }: SensorFanOptions = {}): Implementation =>
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

/** hrProcessorLoad of hrProcessorTable (HOST-RESOURCES-MIB, RFC 2790): percent over the last minute. */
const processors = table({ load: integer('1.3.6.1.2.1.25.3.3.1.2') })
/** hrStorageTable of the same. */
const storages = table({
  type: oidValue('1.3.6.1.2.1.25.2.3.1.2'),
  descr: text('1.3.6.1.2.1.25.2.3.1.3'),
  unit: integer('1.3.6.1.2.1.25.2.3.1.4'),
  size: integer('1.3.6.1.2.1.25.2.3.1.5'),
  used: integer('1.3.6.1.2.1.25.2.3.1.6'),
})
const storageType = '1.3.6.1.2.1.25.2.1.'
const [ram, fixedDisk, flash] = [`${storageType}2`, `${storageType}4`, `${storageType}9`]
type Storage = RowOf<typeof storages>

/** Integer32 overflows if a storage has more than 2^31 units. Agents then send a negative value. */
const unsigned = (value: number | null): number | null =>
  value === null ? null : value < 0 ? value + 2 ** 32 : value

/**
 * A store in octets; null if the row has no size. `reclaimable` octets count as free: caches that the system
 * gives up when it needs memory.
 */
export function storeOf({ unit, ...row }: Pick<Storage, 'unit' | 'size' | 'used'>, reclaimable = 0) {
  const [size, used] = [unsigned(row.size), unsigned(row.used)]
  if (!unit || !size || used === null) return null
  const busy = Math.max(0, used * unit - reclaimable)
  return { util: percent(busy, size * unit), _total: size * unit, _used: busy, _free: size * unit - busy }
}

/**
 * Octets of buffers and caches, which Net-SNMP (and EOS, by other names) counts as used and lists as separate
 * rows.
 */
const reclaimable = (rows: readonly Storage[]): number =>
  rows
    .filter(
      ({ descr }) =>
        descr !== null && /^(memory buffers|cached memory|ram \((buffers|cache)\))$/i.test(descr),
    )
    .reduce((sum, { unit, used }) => sum + (unit ?? 0) * (unsigned(used) ?? 0), 0)

const sizeOf = ({ unit, size }: Storage): number => (unit ?? 0) * (unsigned(size) ?? 0)
const largest = (rows: readonly Storage[]): Storage | undefined =>
  rows.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
const mean = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10

/** How memory and fans of an agent differ. By default buffers and caches are taken off the used memory. */
export interface HostResourcesOptions extends SensorFanOptions {
  /** The value for used memory does not include buffers and caches (AOS-CX). With Net-SNMP it does. */
  cachesNotUsed?: true
}

/**
 * `sys_resources` from HOST-RESOURCES-MIB: mean load of the processors, main memory, largest fixed storage;
 * fans from ENTITY-SENSOR-MIB. Net-SNMP's UCD-SNMP-MIB gives load and memory where the rows are missing.
 */
export const hostResources = (options: HostResourcesOptions = {}): Implementation => ({
  ...hostOnly(options),
  next: [ucdResources(), sensorFans(options)],
})

const hostOnly = ({ cachesNotUsed }: HostResourcesOptions): Implementation =>
  implement(
    sysResources,
    async (session, { load_only }) => {
      const cpus = wanted(load_only, 'cpu') ? [...(await readTable(session, processors)).values()] : []
      const loads = cpus.flatMap(({ load }) => (load === null ? [] : [load]))
      const rows =
        wanted(load_only, 'memory') || wanted(load_only, 'disk')
          ? [...(await readTable(session, storages)).values()]
          : []
      const memory = wanted(load_only, 'memory')
        ? rows.find(({ type, size }) => type === ram && size)
        : undefined
      const disk = wanted(load_only, 'disk')
        ? largest(rows.filter(({ type }) => type === fixedDisk || type === flash))
        : undefined
      return {
        ...noResources,
        cpu: loads.length === 0 ? null : { util: mean(loads), _cpu_count: loads.length },
        memory: memory ? storeOf(memory, cachesNotUsed ? 0 : reclaimable(rows)) : null,
        disk: disk ? storeOf(disk) : null,
      }
    },
    { source: 'HOST-RESOURCES-MIB' },
  )
