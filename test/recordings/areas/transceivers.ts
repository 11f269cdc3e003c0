import type { ExpectedTransceiver } from '../folder.ts'
import { judge, same, type Comparison, type Row } from './area.ts'

interface Plugged { row: ExpectedTransceiver }

/** Transceivers by serial number, those without one by port. */
const transceivers: Comparison<Plugged> = {
  rows: ({ expected, answers }) => (expected.transceivers ?? []).map((row): Row<Plugged> => {
    const media = answers.sfpMedia ?? []
    const found = row.serial ? media.find(one => same(one.serial_num, row.serial)) : media.find(one => one.interface.if_index === row.ifIndex) ?? (answers.sfpOptical ?? []).find(one => one.interface.if_index === row.ifIndex)
    const here = found && (row.ifIndex === undefined || found.interface.if_index === row.ifIndex)
    const said = `${row.serial ?? 'plugged in'} on ${row.ifIndex ?? 'some port'}`
    return { area: 'transceiver', key: `${row.index} ${row.type ?? ''}`, theirs: said, ours: here ? said : found ? `${row.serial ?? 'plugged in'} on ${found.interface.if_index}` : null, facts: { row } }
  }),
  reasons: [],
}
export const transceiverReasons = transceivers.reasons
export const compareTransceivers = judge(transceivers)
