import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, counter32, gauge, int, table } from '../columns.ts'
import { type Port, adminUp } from '../port.ts'

const delivers = (port: Port): boolean => port.poe!.enabled && port.poe!.watts > 0 && adminUp(port)

/** TruthValue: 1 true, 2 false. */
const setEnabled: Write<Port> = (port, value) => {
  if (value !== 1 && value !== 2) return Status.wrongValue
  port.poe!.enabled = value === 1
  return 0
}

/**
 * POWER-ETHERNET-MIB (RFC 3621): ports of group 1, in the order of the panel, and the supply behind them
 * (`watts`).
 */
export const powerEthernet = (ports: readonly Port[], watts: number): Subtree =>
  function* (listing) {
    const giving = ports.filter(port => port.poe)
    const rows = giving.map((port, at) => [`1.${at + 1}`, port] as const)
    yield* table(listing, '1.3.6.1.2.1.105.1.1.1', rows, {
      3: int(port => (port.poe!.enabled ? 1 : 2), setEnabled),
      4: int(() => 2),
      5: int(() => 1),
      // pethPsePortDetectionStatus: 1 disabled, 2 searching, 3 deliveringPower.
      6: int(port => (!port.poe!.enabled ? 1 : delivers(port) ? 3 : 2)),
      7: int(() => 3),
      8: counter32(() => 0),
      // pethPsePortPowerClassifications: 1 class0 … 5 class4.
      10: int(port => (!delivers(port) ? 1 : port.poe!.watts > 13 ? 5 : port.poe!.watts > 7 ? 4 : 3)),
      11: counter32(() => 0),
      12: counter32(() => 0),
      13: counter32(() => 0),
      14: counter32(() => 0),
    })
    const used = () => giving.filter(delivers).reduce((sum, port) => sum + port.poe!.watts, 0)
    yield* table(listing, '1.3.6.1.2.1.105.1.3.1.1', [[1, null]], {
      2: gauge(() => watts),
      3: int(() => 1),
      4: gauge(() => Math.round(used())),
      5: int(() => 90),
    })
  }
