import { uniIsUp } from '../../../olt/behind.ts'
import { memberRows, onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import { enableOnu, enableUni, rebootOnu } from '../../../olt/operations.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { type Subtree, int, octets, table, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { onuIndex } from '../indexes.ts'
import { xponNode } from '../node.ts'
import { action, asked, causeCodes, moment, onOff, setDescription } from './onu-columns.ts'

const node = `${xponNode}.2`
const logRows = Array.from({ length: 10 }, (_, number) => ({ number }))

/** EPON ONUs: configuration 53, facts 55, control 57, light 104. Ethernet ports 81, registrations 103. */
export function eponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuIndex)
  const logs = memberRows(
    olt,
    () => logRows,
    ({ onu, member }) => `${onuIndex(onu)}.${member.number}`,
  )
  return [
    longTable(`${node}.53.1`, rows, {
      2: int(() => 3),
      3: octets(onu => onu.serial),
      4: octets(() => Buffer.alloc(16)),
      5: int(() => -1),
      7: text(onu => onu.profiles.line),
      8: text(onu => onu.profiles.service),
      9: text(onu => onu.description || 'ONT_NO_DESCRIPTION', setDescription),
    }),
    longTable(`${node}.55.1`, rows, {
      1: text(onu => typeNamed(onu.type, olt.types).vendor),
      4: text(onu => typeNamed(onu.type, olt.types).hardware),
      5: text(onu => typeNamed(onu.type, olt.types).software[0]),
      13: text(onu => onu.type),
    }),
    longTable(`${node}.57.1`, rows, {
      1: int(onu => (onu.enabled ? 1 : 2), onOff(enableOnu)),
      2: action(rebootOnu),
      15: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      16: int((onu, now) => (isOnline(onu, now) ? 2 : 1)),
      19: int((onu, now) => (isOnline(onu, now) ? onu.distance : -1)),
      23: octets((onu, now) => moment(historyOf(onu, now).onlineMs)),
      24: octets((onu, now) => moment(historyOf(onu, now).offlineMs)),
      25: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? causeCodes[reason] : -1
      }),
      27: int(() => 0),
    }),
    longTable(`${node}.104.1`, rows, {
      1: asked((onu, now) => onu.oltRx(now) * 100 + 10_000),
      2: asked((onu, now) => onu.heat(now)),
      3: asked((onu, now) => onu.bias(now)),
      4: asked((onu, now) => onu.tx(now) * 100),
      5: asked((onu, now) => onu.rx(now) * 100),
      6: asked((onu, now) => onu.volts(now) * 1000),
    }),
    longTable(
      `${node}.81.1`,
      uniRows(olt, ({ onu, member }) => `${onuIndex(onu)}.${member.number}`),
      {
        3: int(() => 2),
        4: int(({ member }) => member.speedMbps),
        5: int(({ member }) => member.pvid),
        7: int(
          ({ member }) => (member.enabled ? 1 : 2),
          ({ onu, member }, value) => {
            if (value !== 1 && value !== 2) return Status.badValue
            return enableUni(onu, member.number, value === 1) ? 0 : Status.noSuchName
          },
        ),
        8: int(() => 2),
        31: int(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 1 : 2)),
      },
    ),
    longTable(`${node}.103.1`, logs, {
      6: octets(({ onu, member }) => moment(onu.drops[member.number]?.upMs)),
      7: octets(({ onu, member }) => moment(onu.drops[member.number]?.downMs)),
      8: int(({ onu, member }) => {
        const drop = onu.drops[member.number]
        return drop ? causeCodes[drop.reason] : -1
      }),
    }),
  ]
}

/** EPON ONUs that wait (2.58). */
export const eponAutofind = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const { list, untilMs } = foundOnus(olt, listing.now())
    listing.expires(untilMs)
    yield* table(
      listing,
      `${node}.58.1`,
      list.map(row => [`${row.port.ifIndex}.${row.slot - 1}`, row] as const),
      {
        2: octets(row => row.serial),
        3: octets(() => Buffer.alloc(16)),
        5: text(row => typeNamed(row.type, olt.types).software[0]),
        6: text(row => row.type),
        12: text(row => row.type),
      },
    )
  }
