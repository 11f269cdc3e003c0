import { scaled, table, type Session } from '@linecard/driver-kit'
import { layoutsOf, type OnuTable, type PlaceIndex } from '@linecard/driver-kit/onus'
import { celsius, power, voltage } from '../columns.ts'
import { ponNumber, withPonPort, withPort, withTail, type OnuIndex } from '../indexes.ts'

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

/** Rows that are looked at: they are of one port on a small OLT. */
const looks = 16

/** What follows the index of the ONU in the first rows of the table, with the place of that ONU. */
async function tailsOf(session: Session, entry: string, onu: PlaceIndex) {
  const { columns } = await session.snmp.columns([`${entry}.4`], { maxRows: looks })
  return [...(columns[0]?.keys() ?? [])].flatMap(row => {
    const [index = '', ...tail] = row.split('.')
    const place = onu.decode(index)
    return place ? [{ place, tail: tail.join('.') }] : []
  })
}

/** The index of the rows, as the first ones show it. */
function layoutOf(tails: Awaited<ReturnType<typeof tailsOf>>, onu: PlaceIndex): PlaceIndex {
  const [first] = tails
  if (!first) return withTail(onu, '0.0')
  const [board = '', port = ''] = first.tail.split('.')
  if (Number(port) > 255) return withPonPort(onu)
  const ofPort = tails.every(({ place, tail }) => tail === `${board}.${place.port}`)
  // A board of its own is in no tail that all ONUs have.
  return ofPort && (board !== '0' || tails.some(({ tail }) => tail !== first.tail))
    ? withPort(onu, board)
    : withTail(onu, first.tail)
}

/**
 * Board and port of the ONU follow its index: `.0.0`, on some EPON firmware `.0.1`, since V3.2 `.0.<ifIndex
 * of the PON port>`, on EPON of V3.4 `.1.<port>`. The first rows of the table tell which.
 */
export const lightOf = (entry: string, index: OnuIndex): OnuTable<ReturnType<typeof lightColumns>> => ({
  columns: lightColumns(entry),
  index: session =>
    session.memo(
      `cdata light ${entry}`,
      async () => {
        const [onu] = await layoutsOf(session, { index })
        return onu ? [layoutOf(await tailsOf(session, entry, onu), onu)] : []
      },
      keepMs,
    ),
})

/** Whether a row of the light tells another port than the index of its ONU. */
const contradicts = ({ place, tail }: Awaited<ReturnType<typeof tailsOf>>[number]): boolean => {
  const [board, port] = tail.split('.').map(Number)
  if (!port) return false
  return port > 255 ? port !== ponNumber.encode(place) : board !== 0 && port !== place.port
}

/** The index of firmware 3, if the rows of the light of ONUs say the same ports. */
export const provenByLight =
  (entry: string, onu: PlaceIndex) =>
  (session: Session): Promise<readonly PlaceIndex[]> =>
    session.memo(
      `cdata index ${entry}`,
      async () => ((await tailsOf(session, entry, onu)).some(contradicts) ? [] : [onu]),
      keepMs,
    )
