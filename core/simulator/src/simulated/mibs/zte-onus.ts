import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, int, octets, table, text } from '../columns.ts'
import { type Onu, type OnuState, enableOnu, historyOf, isOnline, rebootOnu } from '../onus.ts'
import { dateAndTime } from '../values.ts'
import { zteNode } from './zte-cards.ts'

/** Where a series has the columns about its ONUs, and their row indexes. OIDs are those of row objects. */
export interface OnuTree {
  /** Type 1, name 2, description 3, serial in `serialColumn`. */
  config: string
  serialColumn: number
  /** Admin 1, phase 4, last online 5, last offline 6, reason 7. */
  state: string
  phases: Readonly<Record<OnuState, number>>
  /** Columns 10 rx, 14 tx, 17 voltage, 19 temperature; index ends with `.1`. */
  optical: string
  /** Column 2, in 0.001 dBm. A C320 with firmware 2.1 has it in two trees. */
  oltRx: readonly { entry: string; index: (onu: Onu) => string }[]
  /** Column 2, in m. */
  distance: string
  /** Column that reboots an ONU when it is SET to 1. Undefined if SNMP has none. */
  reboot?: string
  /** The OLT's Rx power of an ONU that is not online. */
  noOltRx: number
  index: (onu: Onu) => string
}

const reasons: Readonly<Record<Exclude<OnuState, 'Online'>, number>> = {
  LOS: 2,
  PowerOff: 9,
  Offline: 1,
  Disabled: 10,
}
/** Optical power in steps of 0.002 dB above -30 dBm. Lower values wrap at 65536. */
const level = (dbm: number) => {
  const raw = Math.round((dbm + 30) / 0.002)
  return raw < 0 ? raw + 65_536 : raw
}

const setText =
  (field: 'name' | 'description'): Write<Onu> =>
  (onu, value) => {
    if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
    onu[field] = value.toString()
    return 0
  }
const setEnabled: Write<Onu> = (onu, value, now) => {
  if (value !== 1 && value !== 2) return Status.badValue
  enableOnu(onu, value === 1, now)
  return 0
}
const reboot: Write<Onu> = (onu, value, now) => {
  if (value !== 1) return Status.badValue
  rebootOnu(onu, now)
  return 0
}
const moment8 = (ms: number | undefined) => (ms === undefined ? Buffer.alloc(8) : dateAndTime(ms))

const online = (value: (onu: Onu, now: number) => number, none: number) =>
  int<Onu>((onu, now) => (isOnline(onu, now) ? value(onu, now) : none))

/** The tables about registered GPON ONUs. */
export const onuTables = (onus: readonly Onu[], tree: OnuTree): Subtree =>
  function* (listing) {
    const rows = onus.map(onu => [tree.index(onu), onu] as const)
    const deep = onus.map(onu => [`${tree.index(onu)}.1`, onu] as const)
    yield* table(listing, tree.config, rows, {
      1: text(onu => onu.type),
      2: text(onu => onu.name, setText('name')),
      3: text(onu => onu.description, setText('description')),
      [tree.serialColumn]: octets(onu => onu.serial),
    })
    yield* table(listing, tree.state, rows, {
      1: int(onu => (onu.enabled ? 1 : 2), setEnabled),
      4: int((onu, now) => tree.phases[onu.state.at(now).state]),
      5: octets((onu, now) => moment8(historyOf(onu, now).onlineMs)),
      6: octets((onu, now) => moment8(historyOf(onu, now).offlineMs)),
      7: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? reasons[reason] : 1
      }),
    })
    yield* table(listing, tree.optical, deep, {
      10: online((onu, now) => level(onu.rx(now)), 65_535),
      14: online((onu, now) => level(onu.tx(now)), 65_535),
      17: online((onu, now) => Math.round(onu.volts(now) / 0.02), 65_535),
      19: online((onu, now) => Math.round(onu.heat(now) * 256), 65_535),
    })
    for (const { entry, index } of tree.oltRx) {
      yield* table(
        listing,
        entry,
        onus.map(onu => [index(onu), onu] as const),
        { 2: online((onu, now) => Math.round(onu.oltRx(now) * 1000), tree.noOltRx) },
      )
    }
    yield* table(listing, tree.distance, rows, { 2: int(onu => onu.distance) })
    if (tree.reboot)
      yield* table(listing, tree.reboot.slice(0, tree.reboot.lastIndexOf('.')), rows, {
        [Number(tree.reboot.split('.').at(-1))]: int(() => 0, reboot),
      })
  }

/**
 * One Ethernet port for each ONU, .1082.500.20.2.3.2: admin 5, link 6 (1 up, 2 down), speed 7 (6 = 1G-Full, 1
 * = none).
 */
export const uniPorts = (onus: readonly Onu[]): Subtree =>
  function* (listing) {
    const rows = onus.map(onu => [`${onu.port.ifIndex}.${onu.id}.1`, onu] as const)
    yield* table(listing, `${zteNode}.1082.500.20.2.3.2.1`, rows, {
      3: int(() => 1),
      5: int(() => 1),
      6: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      7: int((onu, now) => (isOnline(onu, now) ? 6 : 1)),
    })
    yield* table(
      listing,
      `${zteNode}.1082.500.20.2.1.2.1`,
      onus.map(onu => [`${onu.port.ifIndex}.${onu.id}`, onu] as const),
      {
        1: text(onu => onu.serial.toString('latin1', 0, 4)),
        2: text(() => 'V6.0.10P6T3'),
        8: text(onu => onu.type),
      },
    )
  }
