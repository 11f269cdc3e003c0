import type { ExpectedTransceiver } from '../folder.ts'
import { judge, numberAt, same, type Comparison, type Row } from './area.ts'
import { interfaceOf } from './places.ts'

interface Plugged {
  row: ExpectedTransceiver
}

/** Transceivers by serial number, those without one by port. */
const transceivers: Comparison<Plugged> = {
  rows: ({ expected, answers }) =>
    (expected.transceivers ?? []).map((row): Row<Plugged> => {
      const media = answers.sfpMedia ?? []
      // Both ends of a cable have its serial number.
      const alike = row.serial ? media.filter(one => same(one.serial_num, row.serial)) : []
      const found = row.serial
        ? (alike.find(one => one.interface.if_index === row.ifIndex) ?? alike[0])
        : (media.find(one => one.interface.if_index === row.ifIndex) ??
          (answers.sfpOptical ?? []).find(one => one.interface.if_index === row.ifIndex))
      const here = found && (row.ifIndex === undefined || found.interface.if_index === row.ifIndex)
      const said = `${row.serial ?? 'plugged in'} on ${row.ifIndex ?? 'some port'}`
      return {
        area: 'transceiver',
        key: `${row.index} ${row.type ?? ''}`,
        theirs: said,
        ours: here ? said : found ? `${row.serial ?? 'plugged in'} on ${found.interface.if_index}` : null,
        facts: { row },
      }
    }),
  reasons: [
    {
      id: 'portless',
      areas: ['transceiver'],
      text:
        'Neither entAliasMappingTable nor the name of a part of ENTITY-MIB says in which port the ' +
        'transceiver is, and the other system does not know it either: `sfp_media` is about ports.',
      fits: ({ ours, facts: { row } }, of) =>
        ours === null && row.ifIndex === undefined && interfaceOf(of, Number(row.index)) === null,
    },
    {
      id: 'alias-as-text',
      areas: ['transceiver'],
      text: 'The recorder wrote the OID entAliasMappingIdentifier as text (`ifIndex.507`): it gives no port.',
      fits: ({ facts: { row } }, of) =>
        [...of.recording.below('1.3.6.1.2.1.47.1.3.2.1.2')].some(
          ({ value }) => Buffer.isBuffer(value) && value.toString() === `ifIndex.${row.ifIndex}`,
        ),
    },
    {
      id: 'empty-slot',
      areas: ['transceiver'],
      text:
        'The device gives only 0 or −128 °C for the optics of the port (mtxrOpticalTable): the slot is ' +
        'empty, ' +
        'and the other system lists it.',
      fits: ({ facts: { row } }, of) => {
        const cells = [6, 7, 8, 9, 10].map(column =>
          numberAt(of, `1.3.6.1.4.1.14988.1.1.19.1.1.${column}.${row.index}`),
        )
        const isEmpty = (cell: number | null) => cell === null || cell === 0 || cell === 65408
        return !row.serial && cells.some(cell => cell !== null) && cells.every(isEmpty)
      },
    },
  ],
}
export const transceiverReasons = transceivers.reasons
export const compareTransceivers = judge(transceivers)
