import { implement, pick, type Implementation } from '@linecard/driver-kit'
import { ifLinkModules, nwayStatus } from '@linecard/driver-kit/builders'
import { linkInfo } from '@linecard/driver-kit/modules'
import { forPorts, type Olt } from '@linecard/driver-kit/onus'

/** The lowest real speed, Mbit/s. */
const least = 1

/**
 * link_info of firmware 3. ifSpeed is in Mbit/s, so a port of an agent without ifHighSpeed seems to have
 * less than 1 Mbit/s: its number is the speed itself.
 */
export function links(olt: Olt): Implementation[] {
  const standard = pick(forPorts(olt, ifLinkModules()), linkInfo)
  return [
    implement(
      linkInfo,
      async (session, args) => {
        const rows = (await standard.run(session, args)) as typeof linkInfo.example
        return rows.map(row => {
          if (row.speed_mbps === null || row.speed_mbps <= 0 || row.speed_mbps >= least) return row
          const speed_mbps = Math.round(row.speed_mbps * 1e6)
          return { ...row, speed_mbps, nway_status: nwayStatus(row.oper_status, speed_mbps, row.duplex) }
        })
      },
      { override: true, source: 'IF-MIB' },
    ),
  ]
}
