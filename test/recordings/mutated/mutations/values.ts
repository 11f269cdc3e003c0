import { isUnder, SnmpType, type Varbind } from '@linecard/driver-kit'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import type { Mutation } from '../mutation.ts'
import { shuffled } from '../mutation.ts'

const mib2 = '1.3.6.1.2.1'
const lldp = '1.0.8802.1.1.2.1'
const changed = (recording: Recording, change: (varbind: Varbind) => Varbind): Recording =>
  recordingOf(Array.from(recording, change))
const isIn = (columns: readonly string[], { oid }: Varbind) => columns.some(column => isUnder(oid, column))

/** dot3StatsDuplexStatus (EtherLike-MIB): an enumeration, whatever its type on the wire. */
const duplex = `${mib2}.10.7.2.1.19`

/** Counters just before they wrap: above 2^53 no number of JSON is exact any more. */
const counters: Mutation = {
  id: 'counters',
  text: 'Counter32 near 2^32, Counter64 above 2^53',
  mutants({ recording }, random) {
    const pairs = new Set<string>()
    const wrapped = changed(recording, varbind => {
      const { oid, type, value } = varbind
      // Vendors send sizes of memory as Counter64 too, and BDCOM the duplex state as Counter32.
      if (!isUnder(oid, mib2) || isUnder(oid, duplex)) return varbind
      const near = Math.floor(random() * 1e6)
      const next =
        type === SnmpType.Counter32
          ? 2 ** 32 - 1 - near
          : type === SnmpType.Counter64
            ? 2n ** 64n - 1n - BigInt(near)
            : value
      if (next !== value) pairs.add(`${value} ${next}`)
      return { ...varbind, value: next }
    })
    const expected = ({ was, is }: { was: unknown; is: unknown }) => pairs.has(`${was} ${is}`)
    return pairs.size === 0 ? [] : [{ what: 'all', agent: { recording: wrapped, faults: [] }, expected }]
  },
}

/** Columns with texts of people, which name nothing that another table refers to. */
const freeTexts = [
  ...[4, 5, 6].map(arc => `${mib2}.1.${arc}`),
  `${mib2}.31.1.1.1.18`,
  `${mib2}.17.7.1.4.3.1.1`,
  ...[8, 9, 10].map(arc => `${lldp}.4.1.1.${arc}`),
]
const long = 'x'.repeat(16_384)
/** Octets as agents send them, and the text that they mean. */
const encodings: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('Дах №7, ñandú 中'), 'Дах №7, ñandú 中'],
  [Buffer.from('Caf\xe9 M\xfcller', 'latin1'), 'Café Müller'],
  // Cyrillic of cp1251: nothing tells it from Latin-1, so each octet is one character.
  [Buffer.from([0xc4, 0xe0, 0xf5, 0x20, 0x37]), 'Äàõ 7'],
  [Buffer.from('roof\0\0\0'), 'roof'],
  [Buffer.from('\0\0'), ''],
  [Buffer.from('a\x07b\x1b[31mc\x7f'), 'ab[31mc'],
  [Buffer.from(`${long}y`), long],
  [Buffer.from('  blanks  '), 'blanks'],
  [Buffer.from('"<b>\'--'), '"<b>\'--'],
]

const texts: Mutation = {
  id: 'texts',
  text: 'Texts of people in UTF-8, Latin-1 and cp1251, with NUL and control characters, overlong, empty',
  mutants({ recording }, random) {
    const meant = new Set(encodings.map(([, text]) => text))
    const order = shuffled(random, encodings)
    let at = 0
    const recoded = changed(recording, varbind => {
      if (!Buffer.isBuffer(varbind.value) || varbind.value.length === 0 || !isIn(freeTexts, varbind))
        return varbind
      return { ...varbind, value: order[at++ % order.length]![0] }
    })
    if (at === 0) return []
    const expected = ({ was, is }: { was: unknown; is: unknown }) =>
      typeof was === 'string' && (is === null || (typeof is === 'string' && meant.has(is)))
    return [{ what: 'all', agent: { recording: recoded, faults: [] }, expected }]
  },
}

const zeros = Buffer.alloc(6)
const dateLengths: ReadonlySet<number> = new Set([8, 11])
const isDate = (value: Buffer): boolean =>
  dateLengths.has(value.length) && value.readUInt16BE(0) >= 2000 && value.readUInt16BE(0) < 2100
const since1970 = (value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([1970 >> 8, 1970 & 255]), value.subarray(2)])
const noMacs = /^00:00:00:00:00:00$/
const pastYears = /^(?:1[89]\d\d|0\d{3})-\d\d-\d\d/

const meaningless: Mutation = {
  id: 'meaningless',
  text: 'MAC addresses of zeros, times of 1970, temperatures of −128 °C',
  mutants({ recording }) {
    const sensor = `${mib2}.99.1.1.1`
    const cell = (column: number, oid: string) =>
      recording.get(`${sensor}.${column}${oid.slice(sensor.length + 2)}`)?.value
    // EntitySensorDataType celsius, EntitySensorDataScale units.
    const [celsius, units] = [8, 9]
    let count = 0
    const emptied = changed(recording, varbind => {
      const { oid, value } = varbind
      const next =
        isUnder(oid, `${mib2}.2.2.1.6`) && Buffer.isBuffer(value) && value.length === 6
          ? zeros
          : Buffer.isBuffer(value) && isDate(value)
            ? since1970(value)
            : isUnder(oid, `${sensor}.4`) && cell(1, oid) === celsius
              ? -128 * 10 ** (Number(cell(3, oid) ?? 0) - (Number(cell(2, oid) ?? units) - units) * 3)
              : value
      if (next !== value) count++
      return { ...varbind, value: next }
    })
    const forbidden = (value: unknown) =>
      value === -128 || (typeof value === 'string' && (noMacs.test(value) || pastYears.test(value)))
    return count === 0
      ? []
      : [{ what: 'all', agent: { recording: emptied, faults: [] }, proved: true, forbidden }]
  },
}

/** Rows arrive in another order than that of their OIDs. */
const order: Mutation = {
  id: 'order',
  text: 'The rows of every column arrive in another order',
  mutants: ({ recording }, random) => [
    { what: 'all', agent: { recording, faults: [], order: rows => shuffled(random, rows) } },
  ],
}

export const values: readonly Mutation[] = [order, counters, texts, meaningless]
