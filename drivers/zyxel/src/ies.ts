import {
  decimalText,
  implement,
  integer,
  map,
  readTable,
  table,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import { ownResources, temperatureTable, withFans } from '@linecard/driver-kit/builders'
import { cardList, sysResources, wanted } from '@linecard/driver-kit/modules'
import { zyxel } from './nodes.ts'

/** Objects of the boards of a chassis, the same for all its controllers. */
const boards = `${zyxel}.1.5.13.13.5`
/** Percent. Index: slot, processor. */
const processors = table({ load: integer(`${boards}.9.1.3`) })
/** Percent as text. Index: slot. */
const memories = table({ usage: decimalText(`${boards}.10.1.3`) })

const mean = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10

/** sys_resources: the mean of all processors; each slot is a card, the memory is that of the first one. */
const loadsOfBoards = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const cpus = asked('cpu') || asked('cards') ? [...(await readTable(session, processors))] : []
    const stores = asked('memory') || asked('cards') ? [...(await readTable(session, memories))] : []
    const loads = (slot?: string) =>
      cpus.flatMap(([index, { load }]) =>
        load !== null && (slot === undefined || index.split('.')[0] === slot) ? [load] : [],
      )
    const usage = (slot: string) => stores.find(([index]) => index === slot)?.[1].usage ?? null
    const slots = [...new Set([...cpus, ...stores].map(([index]) => index.split('.')[0]!))]
    const first = stores.find(([, row]) => row.usage !== null)?.[1].usage ?? null
    const util = mean(loads())
    return {
      cpu: asked('cpu') && util !== null ? { util, _cpu_count: loads().length } : null,
      memory:
        asked('memory') && first !== null ? { util: first, _total: null, _used: null, _free: null } : null,
      disk: null,
      interfaces: null,
      cards:
        asked('cards') && slots.length > 0
          ? slots.map(slot => ({
              id: Number(slot),
              name: `Slot ${slot}`,
              cpu_load: mean(loads(slot)),
              memory_usage: usage(slot),
            }))
          : null,
      fans: null,
    }
  })

/** sys_temp: sensors of all boards, °C. Index: slot, sensor. */
export const boardTemperatures = (): Implementation =>
  temperatureTable(
    { name: text(`${boards}.5.1.5`), value: integer(`${boards}.5.1.1`) },
    index => `Slot ${index.split('.')[0]}`,
  )

/** The same of the older chassis (ZYXEL-IES5000-MIB). Index: chassis, slot, sensor. */
const olderChassis = `${zyxel}.1.5.13.5`
export const olderBoardTemperatures = (): Implementation =>
  temperatureTable(
    { name: text(`${olderChassis}.11.3.3.1.6`), value: integer(`${olderChassis}.11.3.3.1.2`) },
    index => `Slot ${index.split('.')[1] ?? '?'}`,
  )

/** Boards of the older chassis: their names (`ALC1248G-51`) by chassis and slot. */
const boardNames = table({ name: text(`${olderChassis}.6.3.1.3`) })
export const boardList = implement(cardList, async session =>
  [...(await readTable(session, boardNames))].flatMap(([index, { name }]) => {
    const slot = Number(index.split('.')[1])
    return name === null || !Number.isInteger(slot)
      ? []
      : [
          {
            id: slot,
            rack: null,
            shelf: null,
            slot,
            cfg_type: null,
            real_type: name,
            technology: null,
            num_ports: null,
            soft_ver: null,
          },
        ]
  }),
)

/** Speed in revolutions a minute, and name, of the fans of the chassis. */
const fans = `${boards}.4.1`
/** A fan that the chassis measures has no state of its own: without revolutions, it stands still. */
const bySpeed = (speed: number) => (speed > 0 ? ('Normal' as const) : ('Stop' as const))

/** sys_resources of the boards, with the fans of the chassis. */
export const boardResources = (): Implementation =>
  withFans(loadsOfBoards(), {
    status: map(integer(`${fans}.1`), bySpeed),
    name: text(`${fans}.5`),
    speed: integer(`${fans}.1`),
  })

/**
 * The same of the older chassis (ZYXEL-IES5000-MIB). Load in percent by chassis, slot and processor; fans by
 * chassis and fan.
 */
export const olderBoardResources = (): Implementation =>
  withFans(
    ownResources({
      cpu: { util: integer(`${olderChassis}.11.3.4.1.2`) },
      member: index => `Slot ${index.split('.')[1] ?? '?'}`,
    }),
    {
      status: map(integer(`${olderChassis}.11.3.1.1.2`), bySpeed),
      speed: integer(`${olderChassis}.11.3.1.1.2`),
    },
  )
