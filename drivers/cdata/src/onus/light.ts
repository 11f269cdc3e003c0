import { scaled, table, type Session } from '@linecard/driver-kit'
import type { OnuTable, PlaceIndex } from '@linecard/driver-kit/onus'
import { celsius, power, voltage } from '../columns.ts'
import { withPonPort, withTail } from '../indexes.ts'

const keepMs = 600_000

/** Columns of the light of an ONU: they are the same for EPON and GPON. Bias in 0.01 mA. */
export const lightColumns = (entry: string) =>
  table({
    rx: power(`${entry}.4`),
    tx: power(`${entry}.5`),
    bias: scaled(`${entry}.6`, { by: 0.01, none: [0, -1], min: 0, max: 500 }),
    voltage: voltage(`${entry}.7`),
    temp: celsius(`${entry}.8`),
  })

/** What follows the index of the ONU in the first row of the table; null: the table has no row. */
async function tailOf(session: Session, entry: string): Promise<string | null> {
  const { columns } = await session.snmp.columns([`${entry}.4`], { maxRows: 1 })
  const [first] = columns[0]?.keys() ?? []
  return first === undefined ? null : first.split('.').slice(1).join('.')
}

/**
 * Board and port of the ONU follow its index: `.0.0`, on some EPON firmware `.0.1`, since V3.2 `.0.<ifIndex
 * of the PON port>`. The first row of the table tells which.
 */
export const lightOf = (entry: string, onu: PlaceIndex): OnuTable<ReturnType<typeof lightColumns>> => ({
  columns: lightColumns(entry),
  index: session =>
    session.memo(
      `cdata light ${entry}`,
      async () => {
        const tail = await tailOf(session, entry)
        if (tail === null || tail === '0.0') return [withTail(onu, '0.0')]
        return Number(tail.split('.')[1]) > 255 ? [withPonPort(onu)] : [withTail(onu, tail)]
      },
      keepMs,
    ),
})
