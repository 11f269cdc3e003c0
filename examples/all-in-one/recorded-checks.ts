import type { Recording } from '@linecard/driver-kit/recording'

export interface Check {
  what: string
  module: string
  answered(rows: readonly Row[]): string[]
  recorded(recording: Recording): string[]
}
export type Row = Record<string, never> & {
  interface: { id: number; name: string; type: string; if_index: number | null }
}

const column = (recording: Recording, oid: string) =>
  [...recording.below(oid)].map(({ oid: full, value }) => ({ index: full.slice(oid.length + 1), value }))
const numbers = (index: string) => index.split('.').map(Number)
const macOf = (octets: readonly number[]) =>
  octets.map(octet => octet.toString(16).padStart(2, '0').toUpperCase()).join(':')

/** What the service answers, and the MIB objects in which the recording has the same. */
export const checks: readonly Check[] = [
  {
    what: 'interfaces',
    module: 'interfaces_list', // ifIndex
    answered: rows =>
      rows
        .map(row => row as unknown as { if_index: number | null })
        .flatMap(({ if_index }) => (if_index === null ? [] : [String(if_index)])),
    recorded: recording => [
      ...new Set(
        ['1.3.6.1.2.1.2.2.1.2', '1.3.6.1.2.1.31.1.1.1.1'].flatMap(oid =>
          column(recording, oid).map(({ index }) => index),
        ),
      ),
    ],
  },
  {
    what: 'MAC addresses',
    module: 'fdb', // dot1qTpFdbPort
    answered: rows => rows.map(row => String(row['mac_address'])),
    recorded: recording =>
      column(recording, '1.3.6.1.2.1.17.7.1.2.2.1.2').map(({ index }) => macOf(numbers(index).slice(1))),
  },
  {
    what: 'VLANs',
    module: 'vlans', // dot1qVlanStaticName
    answered: rows => rows.map(row => String(row['id'])),
    recorded: recording => column(recording, '1.3.6.1.2.1.17.7.1.4.3.1.1').map(({ index }) => index),
  },
  {
    what: 'optical power of ONUs at the OLT',
    module: 'pon_onts_optical', // zxAnPonRxOpticalPower, 0.001 dBm, -80000 = none
    answered: rows =>
      rows.flatMap(row =>
        row['olt_rx'] === null
          ? []
          : [`${row.interface.name.split(':')[1]} ${Number(row['olt_rx']).toFixed(3)}`],
      ),
    recorded: recording =>
      column(recording, '1.3.6.1.4.1.3902.1082.500.1.2.4.2.1.2').flatMap(({ index, value }) =>
        Number(value) === -80000 ? [] : [`${index.split('.')[1]} ${(Number(value) / 1000).toFixed(3)}`],
      ),
  },
]
