import { uniIsUp } from '../../../olt/behind.ts'
import { memberRows, onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { historyOf, isOnline, onuOctets } from '../../../olt/onu.ts'
import { clearOnuCounters, enableOnu, enableUni, rebootOnu } from '../../../olt/operations.ts'
import { counter64, int, octets, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { onuIndex } from '../indexes.ts'
import { action, asked, causeCodes, moment, onOff, setDescription } from './onu-columns.ts'
import { xponNode } from '../node.ts'

const node = `${xponNode}.2`

const logRows = Array.from({ length: 10 }, (_, number) => ({ number }))

/** Ethernet ports of ONUs: admin 5, link 22, in column 4 the speed in use of a port with autonegotiation. */
const uniTable = (olt: SimulatedOlt): LongTable =>
  longTable(
    `${node}.62.1`,
    uniRows(olt, ({ onu, member }) => `${onuIndex(onu)}.${member.number}`),
    {
      3: int(() => 5),
      4: int(({ onu, member }, now) => (!uniIsUp(onu, member, now) ? 4 : member.speedMbps === 1000 ? 7 : 6)),
      5: int(
        ({ member }) => (member.enabled ? 1 : 2),
        ({ onu, member }, value) => {
          if (value !== 1 && value !== 2) return Status.badValue
          return enableUni(onu, member.number, value === 1) ? 0 : Status.noSuchName
        },
      ),
      6: int(() => 2),
      7: int(({ member }) => member.pvid),
      21: int(() => 34),
      22: int(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 1 : 2)),
    },
  )

/** The tables about registered GPON ONUs, by `<ifIndex of the port>.<ONU>`. */
export function onuTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuIndex)
  const logs = memberRows(
    olt,
    () => logRows,
    ({ onu, member }) => `${onuIndex(onu)}.${member.number}`,
  )
  const octetsOf = (direction: 0 | 1) => counter64<Onu>((onu, now) => onuOctets(onu, direction, now))
  const packetsOf = (direction: 0 | 1) => counter64<Onu>((onu, now) => onuOctets(onu, direction, now) / 800)
  return [
    longTable(`${node}.43.1`, rows, {
      2: int(() => 1),
      3: octets(onu => onu.serial),
      4: octets(onu => (onu.password ? Buffer.from(onu.password) : Buffer.alloc(10))),
      5: int(() => -1),
      7: text(onu => onu.profiles.line),
      8: text(onu => onu.profiles.service),
      9: text(onu => onu.description || 'ONT_NO_DESCRIPTION', setDescription),
      10: int(() => 1),
    }),
    longTable(`${node}.45.1`, rows, {
      1: text(onu => typeNamed(onu.type, olt.types).hardware),
      4: text(onu => onu.type),
      5: text(onu => typeNamed(onu.type, olt.types).software[0]),
    }),
    longTable(`${node}.46.1`, rows, {
      1: int(onu => (onu.enabled ? 1 : 2), onOff(enableOnu)),
      2: action(rebootOnu),
      15: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      16: int((onu, now) => (isOnline(onu, now) ? 2 : 1)),
      20: int((onu, now) => (isOnline(onu, now) ? onu.distance : -1)),
      22: octets((onu, now) => moment(historyOf(onu, now).onlineMs)),
      23: octets((onu, now) => moment(historyOf(onu, now).offlineMs)),
      24: int((onu, now) => {
        const { reason } = historyOf(onu, now)
        return reason ? causeCodes[reason] : -1
      }),
      26: int(() => 0),
    }),
    longTable(`${node}.51.1`, rows, {
      1: asked((onu, now) => onu.heat(now)),
      2: asked((onu, now) => onu.bias(now)),
      3: asked((onu, now) => onu.tx(now) * 100),
      4: asked((onu, now) => onu.rx(now) * 100),
      5: asked((onu, now) => onu.volts(now) * 1000),
      6: asked((onu, now) => onu.oltRx(now) * 100 + 10_000),
    }),
    uniTable(olt),
    longTable(`${node}.101.1`, logs, {
      6: octets(({ onu, member }) => moment(onu.drops[member.number]?.upMs)),
      7: octets(({ onu, member }) => moment(onu.drops[member.number]?.downMs)),
      8: int(({ onu, member }) => {
        const drop = onu.drops[member.number]
        return drop ? causeCodes[drop.reason] : -1
      }),
    }),
    longTable(`${xponNode}.4.23.1`, rows, {
      1: packetsOf(0),
      2: packetsOf(1),
      3: octetsOf(0),
      4: octetsOf(1),
      5: counter64(() => 0),
      6: counter64(() => 0),
      20: action(clearOnuCounters),
    }),
  ]
}
