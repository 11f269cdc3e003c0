import { stationsOf, uniIsUp, unisOf } from '../../../olt/behind.ts'
import { onuRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { describeOnu, resetOnu } from '../../../olt/operations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Subtree, int, octets, table, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { byPonOnu, onuName, onuOf } from '../names.ts'
import { epon, switching } from '../node.ts'
import { pvidOf } from '../running.ts'
import { registers } from './registers.ts'

/** `2026/01/23 13:13:01`. */
const moment = (ms: number | undefined) =>
  ms === undefined ? 'N/A' : new Date(ms).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
const two = (value: number) => String(value).padStart(2, '0')
const clock = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
/** `0.03 mW (-14.61 dBm)`. */
const power = (dbm: number) => `${(10 ** (dbm / 10)).toFixed(2)} mW (${dbm.toFixed(2)} dBm)`
const measured = (value: (onu: Onu, now: number) => string) =>
  text<Onu>((onu, now) => (isOnline(onu, now) ? value(onu, now) : 'N/A'))
const macWords = (mac: Buffer) => mac.toString('hex').replace(/..(?=.)/g, '$&:')

/** Tables about EPON ONUs, by PON port and ONU: onuAuthInfo2Table in its newest form, light, versions. */
export function eponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, byPonOnu)
  return [
    longTable(`${epon}.1.29.1`, rows, {
      1: int(onu => onu.port.number),
      2: int(onu => onu.id),
      4: int((onu, now) => (isOnline(onu, now) ? 1 : 0)),
      5: octets(onu => Buffer.from(macWords(onu.serial))),
      6: text(onu => onu.type),
      9: text(onu => onu.description || onuName(onu)),
      15: int((onu, now) => (historyOf(onu, now).reason === 'PowerOff' ? 1 : 0)),
      17: int((onu, now) => (isOnline(onu, now) ? onu.distance : 0)),
      18: text((onu, now) => moment(historyOf(onu, now).onlineMs)),
      19: text((onu, now) => moment(historyOf(onu, now).offlineMs)),
      20: text((onu, now) => (isOnline(onu, now) ? clock(now - onu.state.at(now).sinceMs) : 'N/A')),
    }),
    longTable(`${epon}.2.1.2.1`, rows, {
      3: text(() => 'VSOL'),
      4: text(onu => onu.type),
      6: text(onu => typeNamed(onu.type).hardware),
      7: text(onu => typeNamed(onu.type).software[0]),
    }),
    longTable(`${epon}.2.1.6.1`, rows, { 6: int(onu => unisOf(onu).length) }),
    longTable(`${epon}.2.1.8.1`, rows, {
      3: measured((onu, now) => `${onu.heat(now).toFixed(2)} C`),
      4: measured((onu, now) => `${onu.volts(now).toFixed(2)} V`),
      5: measured((onu, now) => `${onu.bias(now).toFixed(2)} mA`),
      6: measured((onu, now) => power(onu.tx(now))),
      7: measured((onu, now) => power(onu.rx(now))),
    }),
  ]
}

/** Octets in a row of the text of MAC addresses. */
const pieceLength = 200

/** All MAC addresses as one text, `vlan,mac,type,port;…`, cut into rows anywhere. */
export const macPieces = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const now = listing.now()
    const whole = olt.onus
      .filter(onu => isOnline(onu, now))
      .flatMap(onu =>
        stationsOf(onu).map(({ mac, vlan }) => `${vlan},${macWords(mac)},Dynamic,${onuName(onu)};`),
      )
      .join('')
    const count = Math.ceil(whole.length / pieceLength)
    const rows = Array.from(
      { length: count },
      (_, at) => [at + 1, whole.slice(at * pieceLength, (at + 1) * pieceLength)] as const,
    )
    listing.expires(now + 1)
    yield* table(listing, `${switching}.3.9.1`, rows, { 2: text(piece => piece) })
  }

/** Registers: onuReset, the description, and the Ethernet port whose row the tables show. */
export function eponRegisters(olt: SimulatedOlt): Subtree[] {
  const selector = registers({ group: `${epon}.5.3`, start: { 1: 0, 2: 0, 3: 0 } })
  const selected = () => {
    const { 1: pon, 2: id, 3: number } = selector.values
    const onu = onuOf(olt, pon, id)
    const uni = onu && isOnline(onu, olt.now()) ? unisOf(onu).find(one => one.number === number) : undefined
    return onu && uni ? { onu, uni } : undefined
  }
  return [
    registers({
      group: `${epon}.2.11`,
      start: { 1: 0, 2: 0, 3: 0 },
      action: 3,
      run({ 1: pon, 2: id }, value, now) {
        const onu = onuOf(olt, pon, id)
        return value === 1 && onu && resetOnu(onu, now) ? 0 : Status.badValue
      },
    }).subtree,
    registers({
      group: `${epon}.1.16`,
      start: { 1: 0, 2: 0, 3: Buffer.alloc(0), 4: 0 },
      action: 4,
      run({ 1: pon, 2: id, 3: description }, value) {
        const onu = onuOf(olt, pon, id)
        if (value !== 1 || !onu) return Status.badValue
        describeOnu(onu, { description: String(description) })
        return 0
      },
    }).subtree,
    selector.subtree,
    function* (listing) {
      listing.expires(Infinity)
      const one = selected()
      const rows = one ? [[`${byPonOnu(one.onu)}.${one.uni.number}`, one] as const] : []
      yield* table(listing, `${epon}.5.1.13.1`, rows, {
        4: int(({ onu, uni }, now) => (uniIsUp(onu, uni, now) ? 1 : 0)),
        5: int(({ uni }) => (uni.enabled ? 1 : 0)),
        6: int(() => 1),
        7: int(() => 0),
      })
      yield* table(listing, `${epon}.5.1.10.1`, rows, {
        5: int(({ onu, uni }) => pvidOf(olt, onu, uni.number)),
      })
    },
  ]
}
