import { judge, numberAt, type Comparison } from './area.ts'
import { ofPorts } from './sensor-ports.ts'
import { lastArc, rowsOf, sensorsOf, words, type Measured, type Sensor } from './sensor-rows.ts'

const powers: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'power',
      'dBm',
      sensorsOf(of, 'dbm'),
      (of.answers.sfpOptical ?? []).flatMap(({ interface: one, ...row }): Measured[] => {
        const all = (at: { tx_power: number | null; rx_power: number | null }, lane: string): Measured[] => [
          ...(at.tx_power === null
            ? []
            : [{ label: `${one.name} tx transmit ${lane}`, ifIndex: one.if_index, value: at.tx_power }]),
          ...(at.rx_power === null
            ? []
            : [{ label: `${one.name} rx receive ${lane}`, ifIndex: one.if_index, value: at.rx_power }]),
        ]
        const lanes = (row.lanes ?? []).flatMap(lane => all(lane, `lane ${lane.lane}`))
        return [...all(row, ''), ...lanes]
      }),
      0.05,
    ),
  reasons: [
    {
      id: 'dark',
      areas: ['power'],
      text: 'No light: at −40 dBm and below we answer null, the other system shows the number.',
      fits: ({ facts: { sensor } }) => (sensor?.sensor_current ?? 0) <= -39.99,
    },
    ...ofPorts('power'),
    {
      id: 'coherent',
      areas: ['power'],
      text:
        'Power of the channel of a coherent port (tmnxCohOptPortRxPower, TxPower): ' +
        'we give the power that the transceiver measures.',
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.4\.1\.6527\.3\.1\.2\.2\.12\.8\./.test(sensor?.sensor_oid ?? '') &&
        (of.answers.sfpOptical ?? []).some(
          row => String(row.interface.if_index) === lastArc(sensor!.sensor_oid) && row.rx_power !== null,
        ),
    },
    {
      id: 'none-value',
      areas: ['power'],
      text:
        'The device sends −1 for "not measured" (HUAWEI-ENTITY-EXTENT-MIB): we answer null, ' +
        'the other system divides it.',
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.4\.1\.2011\./.test(sensor?.sensor_oid ?? '') &&
        numberAt(of, sensor!.sensor_oid) === -1,
    },
    {
      id: 'lanes',
      areas: ['power'],
      text:
        'A transceiver with several lanes: we give the lowest of them, ' +
        'the other system gives the number that the device has for the whole transceiver.',
      fits: ({ facts: { sensor } }, of) =>
        (of.answers.sfpOptical ?? []).some(row => {
          const lanes = row.lanes ?? []
          const isLowest = (['tx_power', 'rx_power'] as const).some(
            field =>
              row[field] !== null && row[field] === Math.min(...lanes.flatMap(lane => lane[field] ?? [])),
          )
          return (
            lanes.length > 1 &&
            isLowest &&
            words(sensor?.sensor_descr ?? '').has(row.interface.name.toLowerCase()) &&
            numberAt(of, sensor!.sensor_oid) !== null
          )
        }),
    },
  ],
}

export const powerReasons = powers.reasons
export const comparePowers = judge(powers)
