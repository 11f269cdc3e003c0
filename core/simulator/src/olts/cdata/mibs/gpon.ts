import { onuRows, stationRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { counter32, gauge, int, octets, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { onuV3 } from '../indexes.ts'
import { nscrtv } from '../node.ts'
import { boundTable } from './profiles.ts'
import { lightTables, moment, reasonOf, registerLog, secondsUp, uniTable } from './onu-columns.ts'

/** The tables about ONUs of firmware 3. */
export function gponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuV3)
  return [
    longTable(`${nscrtv}.2.8.4.1.1`, rows, {
      2: text(({ port, id, description }) =>
        `gpon 0/${port.slot}/${port.number} onu ${id} ${description}`.trim(),
      ),
      3: octets(onu => onu.serial),
      5: text(onu => onu.serial.toString('latin1', 0, 4)),
      6: text(onu => onu.type),
      7: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      8: int(() => 1),
      9: int((onu, now) => (isOnline(onu, now) ? Math.round(onu.distance) : 0)),
      11: int(onu => (onu.enabled ? 1 : 2)),
      12: counter32(secondsUp),
      13: counter32(secondsUp),
      14: text(onu => typeNamed(onu.type, olt.types).hardware),
      102: text((onu, now) => moment(historyOf(onu, now).offlineMs)),
      103: text(reasonOf),
    }),
    longTable(`${nscrtv}.2.8.4.2.1`, rows, { 6: text(onu => typeNamed(onu.type, olt.types).software[0]) }),
    boundTable(olt, `${nscrtv}.2.8.4.6.1.1`, 6, onuV3),
    ...lightTables(olt, `${nscrtv}.2.8.4.4.1`, onuV3, 100),
    registerLog(olt, onuV3, false),
    uniTable(olt, `${nscrtv}.2.8.5.1.1`, onuV3),
    longTable(
      `${nscrtv}.2.3.2.4.2.1`,
      stationRows(olt, ({ member: { mac, vlan } }) => [6, ...mac, vlan].join('.')),
      { 3: int(() => 2), 4: gauge(({ onu }) => onuV3(onu)), 5: int(() => 1) },
      { present: ({ onu }, now) => isOnline(onu, now) },
    ),
  ]
}
