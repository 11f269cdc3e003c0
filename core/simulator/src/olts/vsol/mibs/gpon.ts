import { uniIsUp, unisOf } from '../../../olt/behind.ts'
import { onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { DropReason, Onu, OnuState } from '../../../olt/onu-state.ts'
import { enableOnu, enableUni, rebootOnu } from '../../../olt/operations.ts'
import { deleteOnu } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { identText } from '../../../olt/idents.ts'
import { type Subtree, int, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { byPonOnu, onuName, onuOf } from '../names.ts'
import { gpon } from '../node.ts'
import { registers } from './registers.ts'

/** gOnuStaInfoPhaseSta. An ONU that reboots is off line. */
const phases: Readonly<Record<OnuState, number>> = {
  Online: 3,
  LOS: 1,
  PowerOff: 4,
  Offline: 6,
  Reboot: 6,
  Disabled: 7,
}
const reasons: Readonly<Record<DropReason, string>> = {
  LOS: 'LOS',
  PowerOff: 'Power Off',
  Offline: 'N/A',
  Reboot: 'Reboot',
  Disabled: 'Deactive',
}
/** `2026:04:30 18:11:40`. */
const moment = (ms: number | undefined) =>
  ms === undefined ? 'N/A' : new Date(ms).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
const two = (value: number) => String(value).padStart(2, '0')
const clock = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
/** A measured value without its unit. */
const measured = (value: (onu: Onu, now: number) => number, digits: number) =>
  text<Onu>((onu, now) => (isOnline(onu, now) ? value(onu, now).toFixed(digits) : '0.000'))

/** Tables about GPON ONUs, by PON port and ONU. */
export function gponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, byPonOnu)
  const unis = uniRows(olt, ({ onu, member }) => `${byPonOnu(onu)}.${member.number}`)
  return [
    longTable(`${gpon}.1.1`, rows, {
      1: int(onu => onu.port.number),
      2: int(onu => onu.id),
      3: int(onu => (onu.enabled ? 1 : 2)),
      5: int((onu, now) => phases[onu.state.at(now).state]),
      8: text((onu, now) => moment(historyOf(onu, now).onlineMs)),
      9: text((onu, now) => moment(historyOf(onu, now).offlineMs)),
      10: text((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? reasons[reason] : 'N/A'
      }),
      11: text((onu, now) => (isOnline(onu, now) ? clock(now - onu.state.at(now).sinceMs) : 'N/A')),
    }),
    longTable(`${gpon}.2.1`, rows, { 5: text(onu => identText(onu.serial)) }),
    longTable(`${gpon}.3.1`, rows, {
      3: measured((onu, now) => onu.heat(now), 3),
      4: measured((onu, now) => onu.volts(now), 2),
      5: measured((onu, now) => onu.bias(now), 3),
      6: measured((onu, now) => onu.tx(now), 3),
      7: measured((onu, now) => onu.rx(now), 3),
      8: measured((onu, now) => onu.oltRx(now), 3),
    }),
    longTable(`${gpon}.4.1`, rows, {
      3: text(onu => onu.serial.toString('latin1', 0, 4)),
      4: text(onu => typeNamed(onu.type).hardware),
      5: text(onu => identText(onu.serial)),
      14: text(onu => onu.type),
      24: text(onu => onu.description || onuName(onu)),
      25: text(onu => typeNamed(onu.type).software[0]),
    }),
    longTable(`${gpon}.12.1`, rows, { 3: int((onu, now) => (isOnline(onu, now) ? onu.distance : 0)) }),
    // 0: on, up.
    longTable(`${gpon}.8.15.1`, unis, {
      4: int(({ member }) => (member.enabled ? 0 : 1)),
      5: int(() => 0),
      6: int(() => 1),
      7: int(() => 0),
    }),
    longTable(`${gpon}.7.16.1`, unis, {
      4: int(({ onu, member }, now) => (!uniIsUp(onu, member, now) ? 7 : member.speedMbps === 1000 ? 3 : 2)),
      6: int(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 0 : 1)),
    }),
  ]
}

/** gOnuOpAction. */
const operations: Readonly<Record<number, (olt: SimulatedOlt, onu: Onu, now: number) => unknown>> = {
  1: (_olt, onu, now) => rebootOnu(onu, now),
  2: (olt, onu, now) => deleteOnu(olt, onu, now),
  3: (_olt, onu, now) => enableOnu(onu, true, now),
  4: (_olt, onu, now) => enableOnu(onu, false, now),
}

/** gOnuOp (1 PON port, 2 ONU, 3 action), and gOnuCfgPort, an Ethernet port of an ONU (7 submits). */
export function gponRegisters(olt: SimulatedOlt): Subtree[] {
  return [
    registers({
      group: `${gpon}.5`,
      start: { 1: 0, 2: 0, 3: 0 },
      action: 3,
      run({ 1: pon, 2: id }, value, now) {
        const onu = onuOf(olt, pon, id)
        const operation = operations[value]
        if (!onu || !operation) return Status.badValue
        operation(olt, onu, now)
        return 0
      },
    }).subtree,
    registers({
      group: `${gpon}.7.8`,
      start: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0 },
      action: 7,
      run({ 1: pon, 2: id, 3: port, 4: state }, value) {
        const onu = onuOf(olt, pon, id)
        const uni = onu && unisOf(onu).find(({ number }) => number === port)
        if (value !== 1 || !uni || (state !== 0 && state !== 1)) return Status.badValue
        enableUni(onu, uni.number, state === 0)
        return 0
      },
    }).subtree,
  ]
}
