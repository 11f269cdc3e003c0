import {
  compareOids,
  implement,
  integer,
  oidParts,
  readTable,
  readWhole,
  scaled,
  table,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { temperaturesOf } from '@linecard/driver-kit/builders'
import { cardList, cardStatus, sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import type { Technology } from '@linecard/driver-kit/onus'
import { huawei } from '../tables.ts'
import { label } from './columns.ts'
import { device } from './nodes.ts'

const slot = `${device}.3.2.1`
const load = `${huawei}.2.6.7.1.1.2.1`
const percent = (oid: string) => scaled(oid, { by: 1, min: 0, max: 100 })
const celsius = (oid: string) => scaled(oid, { by: 1, min: -60, max: 150 })

/** hwSlotTable of HUAWEI-DEVICE-MIB. Index: frame, slot. */
export const slots = table({
  oper: integer(`${slot}.8`),
  admin: integer(`${slot}.9`),
  serial: label(`${slot}.11`),
  celsius: celsius(`${slot}.13`),
  celsiusCode: integer(`${slot}.13`),
  type: label(`${slot}.21`),
})
/** hwMusaBoardTable of HUAWEI-MUSA-MIB: percent, percent, °C. −1: the board has no processor. */
export const loads = table({
  cpu: percent(`${load}.5`),
  memory: percent(`${load}.6`),
  name: label(`${load}.7`),
  celsius: celsius(`${load}.10`),
})
/** hwSubslotTable: ports of a board. Index: frame, slot, subslot. */
const subslots = table({ ports: integer(`${device}.3.3.1.3`, { none: [-1] }) })
/** Temperatures of frames, 0.01 °C. */
const frames = table({ celsius: scaled(`${huawei}.6.1.1.5.1.7`, { by: 0.01, min: -60, max: 150 }) })

const operWords: readonly string[] = [
  '',
  'online',
  'normal',
  'fault',
  'forbidden',
  'autofind',
  'config',
  'offline',
  'abnormal',
  'versionerr',
  'autoload',
  'outofservice',
  'graceful',
  'shutdown',
  'energysavingshutdown',
  'hightempshutdown',
  'manualshutdown',
  'mismatch',
  'acoffshutdown',
]
/** Last wanted operation: only these tell a state. */
const adminWords: Readonly<Record<number, 'Enabled' | 'Disabled'>> = {
  1: 'Disabled',
  2: 'Enabled',
  8: 'Disabled',
  9: 'Enabled',
  10: 'Disabled',
  11: 'Enabled',
  12: 'Enabled',
  13: 'Disabled',
  14: 'Enabled',
  15: 'Disabled',
}

interface Card {
  id: number
  shelf: number
  slot: number
  facts: Partial<RowOf<typeof slots>>
  load: Partial<RowOf<typeof loads>>
  ports: number | null
  temperature: number | null
}

/** Boards by frame and slot. `id`: frame × 100 + slot. */
async function readCards(session: Session, withPorts = false): Promise<Card[]> {
  const { rows: known, lost } = await readWhole(session, slots)
  const working = await readTable(session, loads)
  // Another thermometer takes the place of one that measures nothing, not of a value that did not arrive.
  const hasCelsius = lost.has('celsius') || [...known.values()].some(row => row.celsiusCode !== null)
  const temperatureOf = (index: string): number | null => {
    const row = known.get(index)
    if (row && row.celsius !== null) return row.celsius
    return hasCelsius && (row?.celsiusCode ?? null) === null ? null : (working.get(index)?.celsius ?? null)
  }
  const ports = new Map<string, number>()
  for (const [index, row] of withPorts ? await readTable(session, subslots) : []) {
    const board = oidParts(index).slice(0, 2).join('.')
    if (row.ports !== null) ports.set(board, (ports.get(board) ?? 0) + row.ports)
  }
  return [...new Set([...known.keys(), ...working.keys()])].toSorted(compareOids).flatMap(index => {
    const [shelf, place] = oidParts(index)
    if (shelf === undefined || place === undefined) return []
    return [
      {
        id: shelf * 100 + place,
        shelf,
        slot: place,
        facts: known.get(index) ?? {},
        load: working.get(index) ?? {},
        ports: ports.get(index) ?? null,
        temperature: temperatureOf(index),
      },
    ]
  })
}

const typeOf = ({ facts, load: { name } }: Card): string | null => facts.type ?? name ?? null
const nameOf = (card: Card): string => `${typeOf(card) ?? 'Board'} ${card.shelf}/${card.slot}`

/** PON technology by the fourth and third letter from the end of the type: H805GPFD, H901XGHD. */
export function technologyOf(type: string | null): Technology | null {
  const letters = type?.slice(-4, -2)
  const known: Readonly<Record<string, Technology>> = { GP: 'gpon', EP: 'epon', XG: 'xgpon', XE: 'xepon' }
  return letters === undefined ? null : (known[letters] ?? null)
}

const resources = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const cards = asked('cpu') || asked('cards') ? await readCards(session) : []
    const busy = cards.flatMap(({ load: { cpu } }) => cpu ?? [])
    return {
      cpu:
        asked('cpu') && busy.length > 0
          ? {
              util: Math.round((busy.reduce((sum, one) => sum + one, 0) / busy.length) * 10) / 10,
              _cpu_count: busy.length,
            }
          : null,
      memory: null,
      disk: null,
      interfaces: null,
      cards:
        asked('cards') && cards.length > 0
          ? cards.map(card => ({
              id: card.id,
              name: nameOf(card),
              cpu_load: card.load.cpu ?? null,
              memory_usage: card.load.memory ?? null,
            }))
          : null,
      fans: null,
    }
  })

/** card_list, card_status, sys_resources and sys_temp. */
export const cardModules = (): Implementation[] => [
  implement(cardList, async session =>
    (await readCards(session, true)).map(card => ({
      id: card.id,
      rack: null,
      shelf: card.shelf,
      slot: card.slot,
      cfg_type: typeOf(card),
      technology: technologyOf(typeOf(card)),
      num_ports: card.ports,
      soft_ver: null,
      serial_num: card.facts.serial ?? null,
    })),
  ),
  implement(cardStatus, async session =>
    (await readCards(session)).map(
      ({ id, shelf, slot: place, facts, load: { cpu, memory }, temperature }) => ({
        id,
        rack: null,
        shelf,
        slot: place,
        oper_status: operWords[facts.oper ?? 0] || null,
        _oper_status: facts.oper ?? null,
        admin_status: adminWords[facts.admin ?? 0] ?? null,
        _admin_status: facts.admin ?? null,
        cpu_load: cpu ?? null,
        memory_usage: memory ?? null,
        temperature,
      }),
    ),
  ),
  resources(),
  implement(sysTemp, async session =>
    temperaturesOf([
      ...(await readCards(session)).flatMap(card => {
        const { temperature: value } = card
        return value === null ? [] : [{ name: nameOf(card), value }]
      }),
      ...[...(await readTable(session, frames))].flatMap(([index, { celsius: value }]) =>
        value === null ? [] : [{ name: `Frame ${index}`, value }],
      ),
    ]),
  ),
]
