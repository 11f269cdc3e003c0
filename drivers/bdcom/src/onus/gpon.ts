import { enumeration, map, onuSerial, scaled, table, text } from '@linecard/driver-kit'
import type { Olt, OnuTree, Places, StateWords } from '@linecard/driver-kit/onus'
import { bdcom, onOff, tenthDbm, tenthDbmAtOlt } from '../columns.ts'
import { byIfIndex, finder } from '../index-map.ts'
import { ifAlias, ifOper, names } from './common.ts'

/** onuTable, gponOnuConfigTable, gponOnuStatusTable of NMS-GPON-MIB. Index: ifIndex of the ONU. */
export const onuEntry = `${bdcom}.10.3.1.1`
export const configEntry = `${bdcom}.10.3.2.1`
const statusEntry = `${bdcom}.10.3.3.1`
const optics = `${bdcom}.10.3.4.1`

const words: StateWords = {
  phases: { 'off-line': 'Offline', inactive: 'Offline', disable: 'Disabled', active: 'Online' },
  lost: ['off-line', 'inactive'],
  reasons: { LOS: 'LOS', 'pon-los': 'LOS', PowerOff: 'PowerOff' },
}
/** onuDeActiveReason. */
export const reason = map(
  enumeration(`${onuEntry}.35`, {
    0: 'None',
    1: 'PowerOff',
    2: 'laser-always-on',
    3: 'admin-control',
    4: 'temp-omcc-problem',
    5: 'unknown',
    6: 'pon-los',
    7: 'lcdg',
    8: 'LOS',
    9: 'omci-mismatch',
    10: 'omci-linkdown',
    11: 'password-mismatch',
    12: 'Reboot',
    13: 'ranging-failed',
    14: 'disable-onu',
    15: 'ack-timeout',
    16: 'sfi',
    17: 'tiwi',
    18: 'onu-alarm',
    19: 'loki',
  }),
  word => (word === 'None' || word === 'unknown' ? null : word),
)

/** GPON OLTs: NMS-GPON-MIB and IF-MIB. */
export function gponTree(places: Places): OnuTree {
  const index = byIfIndex(places)
  return {
    technology: 'gpon',
    list: names(places),
    finder: finder(places, 'gpon'),
    state: {
      columns: table({
        phase: enumeration(`${statusEntry}.4`, { 0: 'off-line', 1: 'inactive', 2: 'disable', 3: 'active' }),
        oper: ifOper,
        admin: onOff(`${configEntry}.3`),
        conf: enumeration(`${configEntry}.2`, { 1: 'activate', 2: 'deactivate' }),
        reason,
      }),
      index,
      words,
    },
    // The description of the ONU; ifAlias is that of its interface.
    names: { columns: table({ description: text(`${configEntry}.21`), alias: ifAlias }), index },
    serials: {
      columns: table({ serial: onuSerial(`${statusEntry}.2`), authentication: onuSerial(`${onuEntry}.4`) }),
      index,
    },
    atOlt: [
      {
        columns: table({ distance: scaled(`${onuEntry}.33`, { by: 0.1, none: [0, -1], max: 200_000 }) }),
        index,
      },
    ],
    // The OLT asks each ONU by OMCI for these. Its own measurement is read with them, by GETs.
    atOnu: {
      columns: table({
        rx: tenthDbm(`${optics}.2`),
        tx: tenthDbm(`${optics}.3`),
        olt_rx: tenthDbmAtOlt(`${bdcom}.10.2.3.1.3`),
      }),
      index,
    },
  }
}

export const gponOlt = (places: Places): Olt => ({ places, trees: [[gponTree(places)]] })
