import { counter32, counter64, gauge, int, octets, text, ticks } from '../simulated/columns.ts'
import { type LongTable, longTable } from '../simulated/long-tables.ts'
import { macPlus } from '../simulated/values.ts'
import { Status } from '../snmp/pdu.ts'
import type { InterfaceNames } from './hardware.ts'
import { onuRows } from './onu-rows.ts'
import type { SimulatedOlt } from './olt.ts'
import { isOnline, onuOctets } from './onu.ts'
import type { Onu } from './onu-state.ts'
import { enableOnu } from './operations.ts'

/**
 * Rows of IF-MIB for every ONU, where a firmware has them beside those of its ports. ifAdminStatus enables
 * and disables the ONU, ifAlias is its description.
 */
export function onuInterfaces(olt: SimulatedOlt, names: (onu: Onu) => InterfaceNames): LongTable[] {
  const rows = onuRows(olt, onu => names(onu).ifIndex)
  const upSince = (onu: Onu, now: number) =>
    Math.max(0, Math.floor((onu.state.at(now).sinceMs - olt.facts.bootMs) / 10))
  return [
    longTable('1.3.6.1.2.1.2.2.1', rows, {
      1: int(onu => names(onu).ifIndex),
      2: text(onu => names(onu).ifDescr),
      3: int(onu => names(onu).ifType ?? 1),
      4: int(() => 1500),
      5: gauge(() => 1_000_000_000),
      6: octets(onu => (onu.serial.length === 6 ? onu.serial : macPlus(olt.facts.mac, onu.id))),
      7: int(
        onu => (onu.enabled ? 1 : 2),
        (onu, value, now) => {
          if (value !== 1 && value !== 2) return Status.badValue
          enableOnu(onu, value === 1, now)
          return 0
        },
      ),
      8: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      9: ticks(upSince),
      10: counter32((onu, now) => onuOctets(onu, 0, now)),
      16: counter32((onu, now) => onuOctets(onu, 1, now)),
    }),
    longTable('1.3.6.1.2.1.31.1.1.1', rows, {
      1: text(onu => names(onu).ifName),
      6: counter64((onu, now) => onuOctets(onu, 0, now)),
      10: counter64((onu, now) => onuOctets(onu, 1, now)),
      15: gauge(() => 1000),
      18: text(
        onu => onu.description,
        (onu, value) => {
          if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
          onu.description = value.toString()
          return 0
        },
      ),
    }),
  ]
}
