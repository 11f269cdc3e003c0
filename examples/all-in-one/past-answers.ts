import type { Known } from './known-device.ts'
import type { Reading } from './readings.ts'

export type Rows = readonly object[]
/** Rows about interfaces that are stored. */
const rowsOf = <T>(
  { refs }: Known,
  items: readonly T[],
  at: (one: T) => number | string,
  rest: (one: T) => object,
) =>
  items.flatMap(item => {
    const ref = refs.get(at(item))
    return ref ? { interface: ref, ...rest(item) } : []
  })

const noCounters = Object.fromEntries(
  ['ucast_pkts', 'multicast_pkts', 'broadcast_pkts', 'errors', 'discards'].flatMap(name => [
    [`in_${name}`, null],
    [`out_${name}`, null],
  ]),
)
const digits = (value: number) => Math.round(value * 100) / 100

/** What the modules of a poller would have answered, by the key of the poller. */
export const pastAnswers: Readonly<Record<string, (known: Known, reading: Reading) => Record<string, Rows>>> =
  {
    counters: (known, { ports }) => ({
      interface_counters: rowsOf(
        known,
        ports,
        ({ ifIndex }) => ifIndex,
        ({ received, sent, errors }) => {
          return { ...noCounters, in_octets: received, out_octets: sent, in_errors: errors, bits: 64 }
        },
      ),
    }),
    interfaces_status: (known, { ports, onus }) => ({
      link_info: rowsOf(
        known,
        ports,
        ({ ifIndex }) => ifIndex,
        ({ up, enabled, mbps }) => ({
          oper_status: up ? 'Up' : 'Down',
          admin_state: enabled ? 'Enabled' : 'Disabled',
          speed_mbps: up ? mbps : null,
        }),
      ),
      pon_onts_status: rowsOf(
        known,
        onus,
        ({ ident }) => ident,
        ({ state }) => ({ status: state === 'Reboot' ? 'Offline' : state, admin_state: null }),
      ),
    }),
    optical_strength: (known, { onus }) => ({
      pon_onts_optical: rowsOf(
        known,
        onus.filter(({ state }) => state === 'Online'),
        ({ ident }) => ident,
        ({ rx, tx, oltRx }) => ({ rx: digits(rx), tx: digits(tx), olt_rx: digits(oltRx) }),
      ),
    }),
    fdb_table: (known, { stations }) => ({
      fdb: rowsOf(
        known,
        stations,
        ({ at }) => at,
        ({ mac, vlan }) => ({ mac_address: mac, vlan_id: vlan, status: 'LEARNED', is_dynamic: true }),
      ),
    }),
    arp_table: (known, { arp }) => ({
      arps: rowsOf(
        known,
        arp,
        ({ ifIndex }) => ifIndex,
        ({ ip, mac, vlan }) => ({ ip, mac, vlan_id: vlan, status: 'Dynamic' }),
      ),
    }),
  }
