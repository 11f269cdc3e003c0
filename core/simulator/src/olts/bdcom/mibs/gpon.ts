import { identText } from '../../../olt/idents.ts'
import { onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf } from '../../../olt/onu.ts'
import type { DropReason, OnuState } from '../../../olt/onu-state.ts'
import { enableOnu, rebootOnu } from '../../../olt/operations.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Subtree, int, table, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { onuIfIndex } from '../names.ts'
import { bdcomNode } from '../node.ts'
import { uniProfileId } from '../services.ts'
import { action, measured, uniAdmin, uniLink } from './columns.ts'

const node = `${bdcomNode}.10`
/** none, power-off, unknown, LOS, reboot, disable-onu. */
const reasonCodes: Readonly<Record<DropReason, number>> = {
  PowerOff: 1,
  Offline: 5,
  LOS: 8,
  Reboot: 12,
  Disabled: 14,
}
/** off-line, inactive, disable, active. */
const phases: Readonly<Record<OnuState, number>> = {
  Online: 3,
  Disabled: 2,
  LOS: 0,
  PowerOff: 0,
  Offline: 1,
  Reboot: 1,
}

/** `HWTC:1a2b3c4d`. */
export const serialText = (serial: Buffer): string =>
  `${identText(serial).slice(0, 4)}:${serial.toString('hex', 4)}`

/** The tables about GPON ONUs of NMS-GPON-MIB. */
export function gponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuIfIndex)
  return [
    longTable(`${node}.2.3.1`, rows, { 3: measured((onu, now) => onu.oltRx(now) * 10) }),
    longTable(`${node}.3.1.1`, rows, {
      2: text(onu => onu.serial.toString('latin1', 0, 4)),
      3: text(onu => typeNamed(onu.type).hardware),
      4: text(onu => serialText(onu.serial)),
      9: text(onu => onu.type),
      10: int(() => 160),
      20: text(onu => typeNamed(onu.type).software[0]),
      21: int(() => 1),
      22: int(() => 1),
      23: int(() => 1),
      24: text(onu => typeNamed(onu.type).software[1]),
      25: int(() => 1),
      26: int(() => 2),
      27: int(() => 2),
      33: measured(onu => onu.distance * 10, 0),
      35: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? reasonCodes[reason] : 0
      }),
    }),
    longTable(`${node}.3.2.1`, rows, {
      2: int(() => 1),
      3: int(
        onu => (onu.enabled ? 1 : 2),
        (onu, value, now) => {
          if (value !== 1 && value !== 2) return Status.badValue
          enableOnu(onu, value === 1, now)
          return 0
        },
      ),
      4: action(1, 2, rebootOnu),
      21: text(
        onu => onu.name,
        (onu, value) => {
          if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
          onu.name = value.toString()
          return 0
        },
      ),
    }),
    longTable(`${node}.3.3.1`, rows, {
      2: text(onu => serialText(onu.serial)),
      4: int((onu, now) => phases[onu.state.at(now).state]),
    }),
    longTable(`${node}.3.4.1`, rows, {
      2: measured((onu, now) => onu.rx(now) * 10),
      3: measured((onu, now) => onu.tx(now) * 10),
    }),
    longTable(
      `${node}.4.1.1`,
      uniRows(olt, ({ onu, member }) => `${onuIfIndex(onu)}.${member.number}`),
      { 3: uniAdmin, 4: uniLink, 6: int(({ onu, member }) => uniProfileId(olt, onu, member.number)) },
    ),
  ]
}

/** MismatchPassword, Anti-Rogue, Manual. */
const refusals = { password: 2, rogue: 3, blacklist: 6 } as const

/** ONUs that the OLT rejects: those that nobody registered, and those that it keeps out. */
export const rejectedOnus = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const { list, untilMs } = foundOnus(olt, listing.now())
    listing.expires(untilMs)
    const rows = [
      ...list.map(one => ({ ...one, code: 1 })),
      ...olt.refused.map(one => ({ ...one, code: refusals[one.reason] })),
    ].toSorted((a, b) => a.port.ifIndex - b.port.ifIndex)
    yield* table(
      listing,
      `${node}.2.8.1`,
      rows.map((row, at) => [`${row.port.ifIndex}.${at + 1}`, row] as const),
      { 5: int(row => row.code), 6: text(row => serialText(row.serial)) },
    )
  }
