import { integer, readTable, table, type Session } from '@linecard/driver-kit'
import { byIfIndex } from '@linecard/driver-kit/builders'
import { interfacesList, refOf } from '@linecard/driver-kit/modules'
import type { Resources } from './shapes.ts'

/**
 * Loads of ports in percent, by ifIndex. Columns 2 and 3 are frame rates, not percentages. Columns 6 and 5 of
 * agentPORTutilizationTable are the percentages of each direction. They are newer, and much firmware does not
 * have them.
 */
export async function portLoads(
  session: Session,
  entry: string,
  directions: boolean,
): Promise<Resources['interfaces']> {
  const both = table({ util: integer(`${entry}.4`) })
  const rows = directions
    ? await readTable(session, { ...both, rx: integer(`${entry}.5`), tx: integer(`${entry}.6`) })
    : new Map(
        [...(await readTable(session, both))].map(
          ([index, row]) => [index, { ...row, rx: null, tx: null }] as const,
        ),
      )
  if (rows.size === 0) return null
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  return [...rows].flatMap(([index, { util, rx, tx }]) => {
    const one = interfaces.get(Number(index))
    return one ? [{ interface: refOf(one), util, util_tx: tx, util_rx: rx }] : []
  })
}
