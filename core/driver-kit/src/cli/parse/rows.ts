import type { PairState } from '../../modules/cable-diag.ts'

/**
 * What a console prints, by area. Ports have the names that the device writes; null: the command does not
 * print it.
 */
export interface CliRows {
  fdb: {
    mac_address: string
    vlan_id: number | null
    port: string | null
    status: 'LEARNED' | 'STATIC' | 'SELF' | 'OTHER' | null
  }
  arp: { ip: string; mac_address: string | null; interface: string | null; vlan_id: number | null }
  vlans: {
    id: number
    name: string | null
    /** Members, tagged and untagged. */
    ports: string[] | null
    tagged: string[] | null
    untagged: string[] | null
  }
  lldp: {
    port: string | null
    chassis_id: string | null
    port_id: string | null
    port_descr: string | null
    sys_name: string | null
    sys_descr: string | null
    mgmt_address: string | null
  }
  ports: {
    port: string
    description: string | null
    admin_state: 'Enabled' | 'Disabled' | null
    oper_status: 'Up' | 'Down' | null
    speed_mbps: number | null
    duplex: 'Full' | 'Half' | null
    mac_address: string | null
  }
  system: {
    name: string | null
    model: string | null
    version: string | null
    serial_num: string | null
    mac_addr: string | null
  }
  cable: { port: string; pair: number; status: PairState; /** m */ length: number | null }
}
/** What the output of a command is about. */
export type CliArea = keyof CliRows
