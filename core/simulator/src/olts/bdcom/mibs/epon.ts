import { uniIsUp } from '../../../olt/behind.ts'
import { onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { DropReason, Onu } from '../../../olt/onu-state.ts'
import { resetOnu } from '../../../olt/operations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { int, octets, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { dateAndTime } from '../../../simulated/values.ts'
import { onuIfIndex } from '../names.ts'
import { bdcomNode } from '../node.ts'
import { slaOf, uniVlan, vlanModes } from '../services.ts'
import { action, measured, uniAdmin, uniLink } from './columns.ts'

const node = `${bdcomNode}.101`
/** normal, mpcp-down, admin-down, wire-down, power-off. */
export const reasonCodes: Readonly<Record<DropReason, number>> = {
  Reboot: 2,
  Offline: 3,
  Disabled: 7,
  LOS: 8,
  PowerOff: 9,
}
const moment = (ms: number | undefined) => (ms === undefined ? Buffer.alloc(8) : dateAndTime(ms))
/** auto-configured(3), deregistered(2). */
const status = (onu: Onu, now: number) => (isOnline(onu, now) ? 3 : 2)

/** The tables about EPON ONUs: NMS-EPON-ONU, NMS-EPON-OLT-PON and NMS-EPON-OLT-PON-EXT. */
export function eponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuIfIndex)
  const bindings = onuRows(olt, onu => [onu.port.ifIndex, ...onu.serial].join('.'))
  return [
    longTable(`${node}.9.1.1`, rows, {
      8: int(onu => slaOf(olt, onu, 'upstream').pir),
      9: int(onu => slaOf(olt, onu, 'upstream').cir),
      10: int(() => 0),
      17: int(onu => slaOf(olt, onu, 'downstream').pir),
      18: int(onu => slaOf(olt, onu, 'downstream').cir),
      19: int(() => 0),
    }),
    longTable(`${node}.10.1.1`, rows, {
      1: text(() => 'BDCM'),
      2: text(onu => onu.type),
      3: octets(onu => onu.serial),
      4: text(onu => typeNamed(onu.type).hardware),
      5: text(onu => typeNamed(onu.type).software[0]),
      6: octets(() => Buffer.from([1, 10, 0, 4])),
      26: int(status),
      27: measured(onu => onu.distance, 0),
      29: action(0, 1, resetOnu),
    }),
    longTable(`${node}.10.5.1`, rows, {
      2: measured((onu, now) => onu.heat(now) * 256),
      3: measured((onu, now) => onu.volts(now) * 10_000),
      5: measured((onu, now) => onu.rx(now) * 10),
      6: measured((onu, now) => onu.tx(now) * 10),
    }),
    longTable(`${node}.11.1.1`, bindings, {
      1: int(onu => onu.port.ifIndex),
      2: int(onu => onu.id),
      3: octets(onu => onu.serial),
      6: int(status),
      9: octets((onu, now) => moment(historyOf(onu, now).onlineMs)),
      10: octets((onu, now) => moment(historyOf(onu, now).offlineMs)),
      11: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? reasonCodes[reason] : 0
      }),
    }),
    longTable(
      `${node}.12.1.1`,
      uniRows(olt, ({ onu, member }) => `${onuIfIndex(onu)}.${member.number}`),
      {
        3: int(({ onu, member }) => uniVlan(olt, onu, member.number).pvid),
        7: uniAdmin,
        8: uniLink,
        9: int(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 1 : 3)),
        10: int(({ onu, member }, now) =>
          !uniIsUp(onu, member, now) ? 4 : member.speedMbps === 1000 ? 3 : 2,
        ),
        11: int(() => 2),
        18: int(({ onu, member }) => vlanModes[uniVlan(olt, onu, member.number).mode]),
      },
    ),
    longTable(`${node}.108.1`, rows, { 3: measured((onu, now) => onu.oltRx(now) * 10) }),
  ]
}
