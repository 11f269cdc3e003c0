import { inText, mac, number, serial, text, word, type Decode, type OnuFacts } from './facts.ts'

const parts = (index: string) => index.split('.').map(Number)

const zteState = (from: number) =>
  word(
    Object.fromEntries(
      ['Offline', 'LOS', 'Offline', 'Online', 'PowerOff', 'Offline', 'Offline'].map((state, n) => [
        String(n + from),
        state,
      ]),
    ),
  )
/** ZXAN MIBs: ifIndex is 0x11, shelf, slot, port. */
const ztePlace = (index: string): string | null => {
  const [port = 0, onu] = parts(index)
  return onu === undefined ? null : `${(port >>> 8) & 255}/${port & 255}:${onu}`
}
const zteRx = number({ by: 0.001, none: [-80_000, -1000] })
const zteLevel = (index: string) => `${index}.1`
const ztePower = (raw: string): number | null => {
  const value = Number(raw)
  if (value === 65_535) return null
  const dbm = (value > 30_000 ? value - 65_536 : value) * 0.002 - 30
  return dbm <= -70 || dbm >= 30 ? null : Math.round(dbm * 1e6) / 1e6
}

const huaweiPlace = (index: string): string | null => {
  const [port = 0, onu] = parts(index)
  return onu === undefined ? null : `${(port >>> 13) & 63}/${(port >>> 8) & 31}:${onu}`
}
const huaweiNone = { none: [2_147_483_647] }

/** NSCRTV-FTTX-GPON-MIB of firmware 3: 0x480000, port − 1 in bits 12 to 17, ONU in twelve bits. */
const cdataPlace = (index: string): string => {
  const value = Number(index)
  return `0/${((value >>> 12) & 63) + 1}:${value & 4095}`
}
const cdataPon = (index: string) => `${index}.0.${0x140001 + ((Number(index) >>> 12) & 63)}`

const tenthsOfMicrowatts: Decode = ({ text: raw }) =>
  Number(raw) > 0 ? 10 * Math.log10(Number(raw)) - 40 : null

/** Tables of ONUs by their MIBs. A recording can have several. */
export const onuTables: readonly OnuFacts[] = [
  {
    name: 'ZTE-AN-OPTICAL-MODULE-MIB (.1082.500.1.2.4.2)',
    list: '1.3.6.1.4.1.3902.1082.500.1.2.4.2.1.2',
    place: ztePlace,
    columns: { olt_rx: { oid: '1.3.6.1.4.1.3902.1082.500.1.2.4.2.1.2', decode: zteRx } },
  },
  {
    name: 'ZTE-AN-GPON-SERVICE-MIB (.1082.500.10.2.3)',
    list: '1.3.6.1.4.1.3902.1082.500.10.2.3.3.1.2',
    place: ztePlace,
    columns: {
      ident: { oid: '1.3.6.1.4.1.3902.1082.500.10.2.3.3.1.6', decode: serial },
      status: { oid: '1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.4', decode: zteState(1) },
      distance: { oid: '1.3.6.1.4.1.3902.1082.500.10.2.3.10.1.2', decode: number({ min: 1 }) },
      rx: {
        oid: '1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.10',
        decode: cell => ztePower(cell.text),
        index: zteLevel,
      },
    },
  },
  {
    name: 'HUAWEI-XPON-MIB (.6.128.1.1.2.43)',
    list: '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3',
    place: huaweiPlace,
    columns: {
      ident: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3', decode: serial },
      description: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.9', decode: text },
      status: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.15', decode: word({ 1: 'Online', 2: 'Offline' }) },
      temperature: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.1', decode: number(huaweiNone) },
      bias: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.2', decode: number(huaweiNone) },
      tx: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.3', decode: number({ by: 0.01, ...huaweiNone }) },
      rx: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4', decode: number({ by: 0.01, ...huaweiNone }) },
      voltage: { oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.5', decode: number({ by: 0.001, ...huaweiNone }) },
      olt_rx: {
        oid: '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.6',
        decode: number({ by: 0.01, plus: -100, ...huaweiNone }),
      },
    },
  },
  {
    name: 'NSCRTV-FTTX-GPON-MIB (.17409.2.8.4.1)',
    list: '1.3.6.1.4.1.17409.2.8.4.1.1.3',
    place: cdataPlace,
    columns: {
      ident: { oid: '1.3.6.1.4.1.17409.2.8.4.1.1.3', decode: serial },
      status: { oid: '1.3.6.1.4.1.17409.2.8.4.1.1.7', decode: word({ 1: 'Online', 2: 'Offline' }) },
      distance: { oid: '1.3.6.1.4.1.17409.2.8.4.1.1.9', decode: number({ min: 1 }) },
      rx: { oid: '1.3.6.1.4.1.17409.2.8.4.4.1.4', decode: number({ by: 0.01 }), index: cdataPon },
      tx: { oid: '1.3.6.1.4.1.17409.2.8.4.4.1.5', decode: number({ by: 0.01 }), index: cdataPon },
      temperature: { oid: '1.3.6.1.4.1.17409.2.8.4.4.1.8', decode: number({ by: 0.01 }), index: cdataPon },
      olt_rx: { oid: '1.3.6.1.4.1.17409.2.3.3.6.1.2', decode: number({ by: 0.01 }) },
    },
  },
  {
    name: 'V1600D-MIB (.37950.1.1.5.12.2.1.8)',
    list: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.3',
    place: index => `0/${index.replace('.', ':')}`,
    columns: {
      temperature: { oid: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.3', decode: inText(/^(-?[\d.]+) C/) },
      voltage: { oid: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.4', decode: inText(/^(-?[\d.]+) V/) },
      bias: { oid: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.5', decode: inText(/^(-?[\d.]+) mA/) },
      tx: { oid: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.6', decode: inText(/\((-?[\d.]+) dBm\)/) },
      rx: { oid: '1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.7', decode: inText(/\((-?[\d.]+) dBm\)/) },
      description: { oid: '1.3.6.1.4.1.37950.1.1.5.12.1.25.1.9', decode: text },
    },
  },
  {
    name: 'UBNT-UFIBER-MIB (.41112.1.5.6.2)',
    list: '1.3.6.1.4.1.41112.1.5.6.2.1.1',
    place: () => null,
    columns: {
      ident: { oid: '1.3.6.1.4.1.41112.1.5.6.2.1.1', decode: cell => cell.text.toUpperCase() },
      status: { oid: '1.3.6.1.4.1.41112.1.5.6.2.1.3', decode: word({ 1: 'Online', 2: 'Offline' }) },
      // ubntOnuTxPower of UBNT-UFIBER-MIB, "in hundredths of dBm".
      tx: { oid: '1.3.6.1.4.1.41112.1.5.6.2.1.8', decode: number({ by: 0.01, none: [0] }) },
      rx: { oid: '1.3.6.1.4.1.41112.1.5.6.2.1.9', decode: number({ by: 0.01, none: [0] }) },
      description: { oid: '1.3.6.1.4.1.41112.1.5.6.2.1.2', decode: text },
    },
  },
  {
    // Powers are in tenths of µW: axosOntRxOpticalLevel "(value / 10000) = mW".
    name: 'Axos-Ont-MIB (.6321.1.2.4.2.6.1)',
    list: '1.3.6.1.4.1.6321.1.2.4.2.6.1.1.2',
    // The agent does not tell the port.
    place: (_, cell) => `0/?:${cell.text}`,
    columns: {
      status: { oid: '1.3.6.1.4.1.6321.1.2.4.2.6.1.1.4', decode: word({ 1: 'Online' }) },
      rx: { oid: '1.3.6.1.4.1.6321.1.2.4.2.6.1.1.6', decode: tenthsOfMicrowatts },
      tx: { oid: '1.3.6.1.4.1.6321.1.2.4.2.6.1.1.7', decode: tenthsOfMicrowatts },
      olt_rx: { oid: '1.3.6.1.4.1.6321.1.2.4.2.6.1.1.8', decode: tenthsOfMicrowatts },
    },
  },
  {
    // `nokia FWLT-C  ONT`: the line card, then the word. Others have such a word in a text of a person.
    name: 'IF-MIB, ONTs as interfaces (ISAM): ifDescr `<maker> <card> ONT`',
    list: '1.3.6.1.2.1.2.2.1.2',
    isOnu: cell => /^\w+ [A-Z]{4}-[A-Z] +ONT$/.test(cell.text),
    place: index => `ifIndex ${index}`,
    columns: { status: { oid: '1.3.6.1.2.1.2.2.1.8', decode: word({ 1: 'Online', 2: 'Offline' }) } },
  },
  {
    name: 'IF-MIB, ONUs as interfaces (BDCOM)',
    list: '1.3.6.1.2.1.2.2.1.2',
    isOnu: cell => /^[GE]PON\d+\/\d+:\d+$/i.test(cell.text),
    place: (_, cell) => `0/${/\/(\d+:\d+)$/.exec(cell.text)![1]}`,
    columns: {
      // A MAC address of an ONU only where the table of the OLT has it.
      ident: { oid: '1.3.6.1.4.1.3320.101.10.1.1.3', decode: mac },
    },
  },
]
