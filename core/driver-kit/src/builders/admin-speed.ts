import { implement, type Implementation } from '../contract/implementation.ts'
import { pick } from '../contract/pick.ts'
import type { ResultOf } from '../contract/module.ts'
import { linkInfo } from '../modules/index.ts'
import { enumeration, integer, type Columns, type RowOf } from '../table/index.ts'
import { ifLinkModules } from './if-links.ts'
import { speedWord } from './if-types.ts'
import { interfacesFor, rowsByIfIndex } from './interfaces.ts'

const standardLinks = pick(ifLinkModules(), linkInfo)

/**
 * link_info of IF-MIB with the speed and duplex that are configured, from a vendor's table by ifIndex.
 * ctrl_port_speed reads the change back from it.
 */
export const adminSpeeds = <C extends Columns>(
  columns: C,
  wordOf: (row: RowOf<C>) => string | null,
): Implementation =>
  implement(
    linkInfo,
    async (session, args) => {
      const rows = (await standardLinks.run(session, args)) as ResultOf<typeof linkInfo>
      const speeds = new Map(
        (
          await rowsByIfIndex(session, columns, await interfacesFor(session, args.interface), args.interface)
        ).map(([{ id }, row]) => [id, wordOf(row)]),
      )
      return rows.map(row => ({ ...row, admin_speed: speeds.get(row.interface.id) ?? null }))
    },
    { override: true },
  )

/**
 * swIfDuplexAdminMode, swIfSpeedAdminMode (bit/s) and swIfSpeedDuplexAutoNegotiation of RADLAN-MIB swIfTable.
 */
export const radlanAdminSpeeds = ({ node }: { node: string }): Implementation =>
  adminSpeeds(
    {
      duplex: enumeration(`${node}.43.1.1.3`, { 1: 'None', 2: 'Half', 3: 'Full' }),
      bits: integer(`${node}.43.1.1.15`),
      negotiation: enumeration(`${node}.43.1.1.16`, { 1: 'on', 2: 'off' }),
    },
    ({ duplex, bits, negotiation }) => {
      const speed = speedWord(bits === null ? null : bits / 1e6)
      return negotiation === 'on'
        ? 'Auto'
        : negotiation === null || speed === null || duplex === null || duplex === 'None'
          ? null
          : `${speed}-${duplex}`
    },
  )
