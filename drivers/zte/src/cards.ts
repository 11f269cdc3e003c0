import {
  compareOids,
  implement,
  integer,
  map,
  oidParts,
  readTable,
  scaled,
  table,
  text,
  type Column,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { cardList, cardStatus, sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { label, zte } from './columns.ts'
import type { Technology } from './place.ts'

const old = `${zte}.1015.2.1.1.3.1`
const now = `${zte}.1082.10.1.2.4.1`
const processor = `${zte}.3.6002.2.1.1`
const point = `${zte}.3.6002.2.5.1`

const operWords: Readonly<Record<number, string>> = {
  1: 'inService',
  2: 'notInService',
  3: 'hwOnline',
  4: 'hwOffline',
  5: 'configuring',
  6: 'configFailed',
  7: 'typeMismatch',
  8: 'deactived',
  9: 'faulty',
  10: 'invalid',
  11: 'noPower',
}
/** reset, switch, stopService, active, deactive */
const adminWords: Readonly<Record<number, 'Enabled' | 'Disabled'>> = {
  1: 'Enabled',
  2: 'Enabled',
  3: 'Disabled',
  4: 'Enabled',
  5: 'Disabled',
}
/** hwOffline, noPower */
const dead: ReadonlySet<number | null> = new Set([4, 11])
const percent = (oid: string): Column<number> => scaled(oid, { by: 1, min: 0, max: 100 })
/** Below −900 there is no sensor; beyond 200 °C neither. */
const celsius = (oid: string): Column<number> => scaled(oid, { by: 1, min: -100, max: 200 })

/** Boards of C300 and C320. Index: rack, shelf, slot. */
const slots1015 = table({
  type: label(`${old}.4`),
  oper: integer(`${old}.5`),
  admin: integer(`${old}.6`),
  ports: integer(`${old}.7`),
  cpu: percent(`${old}.9`),
  memory: percent(`${old}.11`),
  software: label(`${zte}.1015.2.1.2.2.1.4`),
  celsius: celsius(`${zte}.1015.2.1.3.13.5.1.1`),
})
/**
 * Boards as firmware 2.1 and the C600 series have them. Index the same. `memorySize` is MB; 0 for boards
 * without a processor.
 */
const slots1082 = table({
  type: label(`${now}.4`),
  oper: integer(`${now}.5`),
  admin: integer(`${now}.6`),
  ports: integer(`${now}.7`),
  cpu: percent(`${now}.9`),
  memory: percent(`${now}.11`),
  serial: label(`${now}.14`),
  memorySize: integer(`${now}.19`),
  software: label(`${now}.27`),
  celsius: celsius(`${zte}.1082.10.10.2.1.6.1.2`),
})
/** Fans of firmware 2.1. Index: rack, shelf, number. */
const fans1082 = table({
  oper: integer(`${zte}.1082.10.10.2.4.11.1.5`),
  speed: integer(`${zte}.1082.10.10.2.4.11.1.7`),
})
/** Processors of the C600 series. Index: rack, shelf, slot, number. Its board table has no loads. */
const processors6002 = table({ cpu: percent(`${processor}.8`), memory: percent(`${processor}.6`) })
/** Temperature points of the C600 series. Index: rack, shelf, slot, number. */
const points6002 = table({
  where: map(text(`${point}.7`), value => value.toLowerCase()),
  celsius: celsius(`${point}.9`),
})

export interface Card {
  id: number
  rack: number
  shelf: number
  slot: number
  /** What is known best; what is plugged in; what is configured. */
  type: string | null
  real: string | null
  configured: string | null
  oper: number | null
  admin: number | null
  ports: number | null
  cpu: number | null
  memory: number | null
  celsius: number | null
  serial: string | null
  software: string | null
  memorySize: number | null
}

/** Firmware generations that keep their boards in different places. */
export type Chassis = 'c300-fw12' | 'c300-fw21' | 'c600'

const two = (value: number) => String(value).padStart(2, '0')
/**
 * Number of a board as clients know it: `10`, rack, shelf, slot written together. With a rack or shelf of two
 * digits that would be ambiguous, so it is longer.
 */
export const cardId = (rack: number, shelf: number, slot: number): number =>
  Number(rack < 10 && shelf < 10 ? `10${rack}${shelf}${slot}` : `1${two(rack)}${two(shelf)}${two(slot)}`)

const boardOf = (index: string): string => oidParts(index).slice(0, 3).join('.')
/** The point that stands for a board: its processor, else its forwarding engine. */
const pointOrder = ['cpu', 'fpp']

/** What the C600 series tells beside its board table, whose loads are wrong. */
async function readC600(session: Session) {
  const loads = new Map(
    [...(await readTable(session, processors6002))].map(([index, row]) => [boardOf(index), row]),
  )
  const points = [...(await readTable(session, points6002))]
  return (index: string) => ({
    cpu: loads.get(index)?.cpu ?? null,
    memory: loads.get(index)?.memory ?? null,
    celsius:
      pointOrder.flatMap(
        where => points.find(([at, row]) => boardOf(at) === index && row.where === where)?.[1].celsius ?? [],
      )[0] ?? null,
  })
}

type Facts = Partial<RowOf<typeof slots1082>>

/** The first row that has a field gives it. */
const first =
  (rows: readonly (Facts | undefined)[]) =>
  <K extends keyof Facts>(field: K) => {
    for (const row of rows) if (row?.[field] != null) return row[field]
    return null
  }

/** Boards with their loads. Firmware 1.2 is asked in its own table first, firmware 2.1 in the newer one. */
export async function readCards(session: Session, chassis: Chassis): Promise<Card[]> {
  const newer: ReadonlyMap<string, Facts> = await readTable(session, slots1082)
  const older: ReadonlyMap<string, Facts> =
    chassis === 'c600' ? new Map() : await readTable(session, slots1015)
  const indexes = [...new Set([...newer.keys(), ...older.keys()])].toSorted(compareOids)
  const c600 = chassis === 'c600' && indexes.length > 0 ? await readC600(session) : undefined
  return indexes.flatMap((index): Card[] => {
    const [rack, shelf, slot] = oidParts(index)
    const [recent, before] = [newer.get(index), older.get(index)]
    const fact = first(chassis === 'c300-fw12' ? [before, recent] : [recent, before])
    const type = recent?.type ?? before?.type ?? null
    if (
      rack === undefined ||
      shelf === undefined ||
      slot === undefined ||
      (type === null && fact('oper') === null)
    )
      return []
    // A board without memory has no processor, and one that is out runs none: their zeros are no loads.
    const memorySize = fact('memorySize')
    const loads =
      memorySize === 0 || dead.has(fact('oper'))
        ? { cpu: null, memory: null }
        : (c600?.(index) ?? { cpu: fact('cpu'), memory: fact('memory') })
    return [
      {
        id: cardId(rack, shelf, slot),
        rack,
        shelf,
        slot,
        type,
        real: recent?.type ?? null,
        configured: before?.type ?? type,
        oper: fact('oper'),
        admin: fact('admin'),
        ports: fact('ports'),
        cpu: loads.cpu,
        memory: loads.memory,
        celsius: c600?.(index).celsius ?? fact('celsius'),
        serial: fact('serial'),
        software: fact('software'),
        memorySize,
      },
    ]
  })
}

const keepMs = 300_000
/** Boards for those who need their types only. */
export const keptCards = (session: Session, chassis: Chassis): Promise<Card[]> =>
  session.memo('cards', () => readCards(session, chassis), keepMs)

/**
 * PON technology by the type's first letters: GTGO, GTGH → gpon, ETGO, ETTO → epon; in the C600 series by the
 * first letter: GFGL.
 */
export const technologyOf = (type: string | null, chassis: Chassis): Technology | null => {
  const [gpon, epon] = chassis === 'c600' ? ['G', 'E'] : ['GT', 'ET']
  return type?.startsWith(gpon!) ? 'gpon' : type?.startsWith(epon!) ? 'epon' : null
}

/** Control boards are SCXN, SCTM, SMXA, SFUL …; their load is the device's. */
const isControl = ({ type }: Card): boolean => /^S[A-Z]{3}/.test(type ?? '')
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0
    ? null
    : Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 10) / 10
}
const nameOf = ({ type, slot }: Card): string => `${type ?? 'board'} (${slot})`

/** card_list, card_status, sys_resources and sys_temp. */
export const cardModules = (chassis: Chassis): Implementation[] => [
  implement(cardList, async session =>
    (await readCards(session, chassis)).map(card => ({
      id: card.id,
      rack: card.rack,
      shelf: card.shelf,
      slot: card.slot,
      cfg_type: card.configured,
      real_type: card.real,
      technology: technologyOf(card.type, chassis),
      num_ports: card.ports,
      soft_ver: card.software,
      serial_num: card.serial,
    })),
  ),
  implement(cardStatus, async session =>
    (await readCards(session, chassis)).map(card => ({
      id: card.id,
      rack: card.rack,
      shelf: card.shelf,
      slot: card.slot,
      oper_status: card.oper === null ? null : (operWords[card.oper] ?? null),
      _oper_status: card.oper,
      admin_status: card.admin === null ? null : (adminWords[card.admin] ?? null),
      _admin_status: card.admin,
      cpu_load: card.cpu,
      memory_usage: card.memory,
      temperature: card.celsius,
    })),
  ),
  implement(sysResources, async (session, { load_only }) => {
    const cards = await readCards(session, chassis)
    const control = cards.filter(isControl)
    const loads = (control.length > 0 ? control : cards).filter(({ cpu }) => cpu !== null)
    const main = control.find(({ memory }) => memory !== null)
    const total = main?.memorySize ? main.memorySize * 2 ** 20 : null
    const used = total === null ? null : Math.round((total * main!.memory!) / 100)
    const fans =
      chassis === 'c300-fw21' && wanted(load_only, 'fans') ? [...(await readTable(session, fans1082))] : []
    return {
      cpu:
        wanted(load_only, 'cpu') && loads.length > 0
          ? { util: mean(loads.map(({ cpu }) => cpu)), _cpu_count: loads.length }
          : null,
      memory:
        wanted(load_only, 'memory') && main
          ? { util: main.memory, _total: total, _used: used, _free: total === null ? null : total - used! }
          : null,
      disk: null,
      interfaces: null,
      cards: wanted(load_only, 'cards')
        ? cards.map(card => ({
            id: card.id,
            name: nameOf(card),
            cpu_load: card.cpu,
            memory_usage: card.memory,
          }))
        : null,
      fans:
        fans.length > 0
          ? fans.map(([index, { oper, speed }]) => ({
              name: `Fan ${index.split('.').at(-1)}`,
              status: oper === 1 ? ('Normal' as const) : ('Unknown' as const),
              speed,
            }))
          : null,
    }
  }),
  implement(sysTemp, async session => {
    const sensors = (await readCards(session, chassis)).flatMap(card =>
      card.celsius === null ? [] : [{ name: nameOf(card), value: card.celsius }],
    )
    const hottest = sensors.toSorted((a, b) => b.value - a.value)[0]
    return { main: hottest?.value ?? null, main_from: hottest?.name ?? null, cpu: null, board: null, sensors }
  }),
]
