import {
  enumeration,
  integer,
  mac,
  map,
  scaled,
  table,
  readRows,
  readTable,
  type Session,
} from '@linecard/driver-kit'
import type {
  Olt,
  OnuTree,
  OpticalTable,
  Places,
  StateWords,
  OnuPlace,
  PlaceIndex,
} from '@linecard/driver-kit/onus'
import {
  bdcom,
  celsius256,
  label,
  localTime,
  octetVersion,
  tenthDbm,
  tenthDbmAtOlt,
  volts,
} from '../columns.ts'
import { byIfIndex, finder, ifIndexOf, placeOfIfIndex } from '../index-map.ts'
import { ifAlias, ifOper, names } from './common.ts'
import { macBytes } from '@linecard/driver-kit/codecs'
import { keyOf } from '../place.ts'

/** onuID of NMS-EPON-ONU: the MAC address. Index: ifIndex of the ONU. */
const macs = table({ mac: mac(`${bdcom}.101.10.1.1.3`) })

/** A row index of the binding table: ifIndex of the PON port, and the MAC address as six numbers. */
export const bindIndex = (ponIfIndex: number, address: string): string =>
  [ponIfIndex, ...macBytes(address)].join('.')

/** MAC addresses by ifIndex: of the given ONUs with one GET, of all as one column. */
async function addresses(session: Session, places: Places, onus: readonly OnuPlace[] | 'all') {
  if (onus === 'all') return readTable(session, macs)
  const indexes: string[] = []
  for (const place of onus) {
    const ifIndex = await ifIndexOf(session, places, place)
    if (ifIndex !== null) indexes.push(String(ifIndex))
  }
  return readRows(session, macs, indexes)
}

/** Index of the binding table (llidOnuBindTable): its rows have no ifIndex of the ONU. */
const byBinding =
  (places: Places) =>
  async (session: Session, onus: readonly OnuPlace[] | 'all'): Promise<readonly PlaceIndex[]> => {
    const placeAt = await placeOfIfIndex(session, places)
    const indexes = new Map<number, string>()
    const found = new Map<string, OnuPlace>()
    for (const [ifIndex, row] of await addresses(session, places, onus)) {
      const place = placeAt(Number(ifIndex))
      const pon = place && (await ifIndexOf(session, places, { ...place, onu: null }))
      const key = place && keyOf(place)
      if (!place || pon === null || key === null || row.mac === null) continue
      const index = bindIndex(pon, row.mac)
      indexes.set(key, index)
      found.set(index, place)
    }
    return [
      { encode: place => indexes.get(keyOf(place) ?? -1) ?? null, decode: index => found.get(index) ?? null },
    ]
  }

/** onuTable of NMS-EPON-ONU. Index: ifIndex of the ONU. */
export const onuEntry = `${bdcom}.101.10.1.1`
/** llidOnuBindTable of NMS-EPON-OLT-PON. Index: ifIndex of the PON port, MAC address. */
const bind = `${bdcom}.101.11.1.1`
const optics = `${bdcom}.101.10.5.1`

/** onuStatus: authenticated, registered, deregistered, auto-configured, lost, standby. */
export const phase = enumeration(`${onuEntry}.26`, {
  0: 'authenticated',
  1: 'registered',
  2: 'Offline',
  3: 'Online',
  4: 'LOS',
  5: 'stand-by',
})
const words: StateWords = {
  phases: {
    authenticated: 'Online',
    registered: 'Unregistered',
    Offline: 'Offline',
    Online: 'Online',
    LOS: 'LOS',
    'stand-by': 'Unknown',
  },
  lost: ['Offline', 'LOS'],
  reasons: { LOS: 'LOS', PowerOff: 'PowerOff' },
}
const reasonWords = {
  0: 'unknown',
  2: 'normal',
  3: 'mpcp-down',
  4: 'oam-down',
  5: 'firmware-download',
  6: 'illegal-mac',
  7: 'admin-down',
  8: 'LOS',
  9: 'PowerOff',
} as const
const reason = map(enumeration(`${bind}.11`, reasonWords), word => (word === 'unknown' ? null : word))

/** Rx of each ONU at the OLT, 0.1 dBm: NMS-EPON-OLT-PON-EXT, on P3310B NMS-OPTICAL of the transceiver. */
export const oltRxOf = { ext: `${bdcom}.101.108.1.3`, p3310b: `${bdcom}.9.183.1.1.5` }

/** Differences between EPON OLTs. */
export interface EponParams {
  oltRx: string
  /** The OLT has llidOnuBindTable with the reasons and times of the last loss. */
  bindings: boolean
}

/** EPON OLTs: NMS-EPON MIBs and IF-MIB. */
export function eponTree(places: Places, { oltRx, bindings }: EponParams): OnuTree {
  const index = byIfIndex(places)
  const binding = byBinding(places)
  const atOlt: OpticalTable[] = [
    { columns: table({ distance: scaled(`${onuEntry}.27`, { by: 1, none: [0, -1], max: 200_000 }) }), index },
  ]
  return {
    technology: 'epon',
    list: names(places),
    finder: finder(places, 'epon'),
    state: {
      columns: table({ phase, oper: ifOper }),
      index,
      words,
      also: bindings ? [{ columns: table({ reason }), index: binding, ifLost: true }] : [],
    },
    ...(bindings && {
      times: {
        columns: table({ online: localTime(`${bind}.9`), offline: localTime(`${bind}.10`), reason }),
        index: binding,
      },
    }),
    names: { columns: table({ description: ifAlias }), index },
    macs: { columns: table({ mac: mac(`${onuEntry}.3`) }), index },
    atOlt,
    // The OLT asks each ONU by OAM for these. A walk of its own measurement has made OLTs hang.
    atOnu: {
      columns: table({
        temp: celsius256(`${optics}.2`),
        voltage: volts(`${optics}.3`),
        rx: tenthDbm(`${optics}.5`),
        tx: tenthDbm(`${optics}.6`),
        olt_rx: tenthDbmAtOlt(oltRx),
      }),
      index,
    },
    vendors: [
      {
        columns: table({
          vendor: label(`${onuEntry}.1`),
          model: label(`${onuEntry}.2`),
          hardware: label(`${onuEntry}.4`),
          software: label(`${onuEntry}.5`),
          version: octetVersion(`${onuEntry}.6`),
        }),
        index,
      },
      { columns: table({ software: octetVersion(`${onuEntry}.6`) }), index },
    ],
  }
}

/** ONUs that are registered by MPCP, but that the OLT did not authenticate. */
export const waitingColumns = table({ phase, mac: mac(`${onuEntry}.3`), model: label(`${onuEntry}.2`) })

/** llidIfTable: bandwidth of an ONU, kbit/s. Index: ifIndex of the ONU. */
const band = `${bdcom}.101.9.1.1`
export const bandwidth = (places: Places) => ({
  columns: table({
    upPir: integer(`${band}.8`),
    upCir: integer(`${band}.9`),
    upFir: integer(`${band}.10`),
    downPir: integer(`${band}.17`),
    downCir: integer(`${band}.18`),
    downFir: integer(`${band}.19`),
  }),
  index: byIfIndex(places),
})

export const eponOlt = (places: Places, params: EponParams): Olt => ({
  places,
  trees: [[eponTree(places, params)]],
})
