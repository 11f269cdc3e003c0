import { uniIsUp } from '../../../olt/behind.ts'
import { onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { DropReason, Onu } from '../../../olt/onu-state.ts'
import { enableOnu, enableUni, rebootOnu, resetOnu } from '../../../olt/operations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Write, int, octets, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { dateAndTime } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'
import { byIfIndex } from '../indexes.ts'
import { zteNode } from '../node.ts'
import type { OnuTree } from '../onu-trees.ts'

export const reasonCodes: Readonly<Record<DropReason, number>> = {
  Offline: 1,
  LOS: 2,
  PowerOff: 9,
  Disabled: 10,
  Reboot: 12,
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
/** A column that acts when it is SET to 1. */
const action = (act: (onu: Onu, now: number) => unknown) =>
  int<Onu>(
    () => 0,
    (onu, value, now) => {
      if (value !== 1) return Status.badValue
      act(onu, now)
      return 0
    },
  )
const moment8 = (ms: number | undefined) => (ms === undefined ? Buffer.alloc(8) : dateAndTime(ms))
const online = (value: (onu: Onu, now: number) => number, none: number) =>
  int<Onu>((onu, now) => (isOnline(onu, now) ? value(onu, now) : none))

/** The tables about registered GPON ONUs. */
export function onuTables(olt: SimulatedOlt, tree: OnuTree): LongTable[] {
  const rows = onuRows(olt, tree.index)
  const deep = onuRows(olt, onu => `${tree.index(onu)}.1`)
  return [
    longTable(tree.config, rows, {
      1: text(onu => onu.type),
      2: text(onu => onu.name, setText('name')),
      3: text(onu => onu.description, setText('description')),
      [tree.serialColumn]: octets(onu => onu.serial),
    }),
    longTable(tree.state, rows, {
      1: int(onu => (onu.enabled ? 1 : 2), setEnabled),
      4: int((onu, now) => tree.phases[onu.state.at(now).state]),
      5: octets((onu, now) => moment8(historyOf(onu, now).onlineMs)),
      6: octets((onu, now) => moment8(historyOf(onu, now).offlineMs)),
      7: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? reasonCodes[reason] : 1
      }),
    }),
    longTable(tree.optical, deep, {
      10: online((onu, now) => level(onu.rx(now)), 65_535),
      14: online((onu, now) => level(onu.tx(now)), 65_535),
      17: online((onu, now) => Math.round(onu.volts(now) / 0.02), 65_535),
      19: online((onu, now) => Math.round(onu.heat(now) * 256), 65_535),
    }),
    ...tree.oltRx.map(({ entry, index }) =>
      longTable(entry, index === tree.index ? rows : onuRows(olt, index), {
        2: online((onu, now) => Math.round(onu.oltRx(now) * 1000), tree.noOltRx),
      }),
    ),
    longTable(tree.distance, rows, { 2: int(onu => onu.distance) }),
    ...(tree.actions ? [longTable(tree.actions, rows, { 1: action(rebootOnu), 3: action(resetOnu) })] : []),
  ]
}

/**
 * The Ethernet ports of ONUs, .1082.500.20.2.3.2: admin 5, link 6 (1 up, 2 down), speed 7 (6 = 1G-Full, 4 =
 * 100M-Full, 1 = none), and what the ONUs tell about themselves.
 */
export function uniTables(olt: SimulatedOlt): LongTable[] {
  const rows = uniRows(olt, ({ onu, member }) => `${byIfIndex(onu)}.${member.number}`)
  return [
    longTable(`${zteNode}.1082.500.20.2.3.2.1`, rows, {
      3: int(() => 1),
      5: int(
        ({ member }) => (member.enabled ? 1 : 2),
        ({ onu, member }, value) => {
          if (value !== 1 && value !== 2) return Status.badValue
          return enableUni(onu, member.number, value === 1) ? 0 : Status.noSuchName
        },
      ),
      6: int(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 1 : 2)),
      7: int(({ onu, member }, now) => (!uniIsUp(onu, member, now) ? 1 : member.speedMbps === 1000 ? 6 : 4)),
    }),
    longTable(`${zteNode}.1082.500.20.2.1.2.1`, onuRows(olt, byIfIndex), {
      1: text(onu => onu.serial.toString('latin1', 0, 4)),
      2: text(onu => typeNamed(onu.type).software[0]),
      8: text(onu => onu.type),
    }),
  ]
}
