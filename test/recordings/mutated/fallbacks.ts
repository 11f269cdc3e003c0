import type { Recording } from '@linecard/driver-kit/recording'

/** Values of a module that it takes from another object if the first one is absent. `from`: from which. */
export interface Fallback {
  module: RegExp
  path: RegExp
  from: string
  /** Only where the agent has shown that it does not have the first object. */
  proved?: true
  /** Only where the agent has nothing at all of this column. */
  without?: string
  /** Only where one of these columns does not arrive whole. */
  hurt?: readonly string[]
  /** Only values of which the unchanged recording shows that they are another reading of it. */
  shown?: (is: unknown, recording: Recording) => boolean
  /** Only values that the agent has in one of these columns. */
  among?: readonly string[]
  /** Only values of this kind. */
  fits?: (is: unknown) => boolean
}

/** ethernetCsmacd, fastEther, fastEtherFX, gigabitEthernet, ieee8023adLag: a bridge forwards over these. */
const bridgeTypes: ReadonlySet<number> = new Set([6, 62, 69, 117, 161])
const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const textsBelow = (recording: Recording, column: string): string[] =>
  Array.from(recording.below(column), ({ value }) => String(value))
const noStatus = (is: unknown): boolean => (is as { status?: unknown } | null)?.status === null

/**
 * Values that come from another object if the first one is not there, as the API says of them. They count as
 * right only where the answer names what is missing, or where the agent has shown that it has no such object.
 */
export const fallbacks: readonly Fallback[] = [
  {
    module: /^(?:interfaces_list|interface_descriptions|parse_interface|unregistered_onts|pon_\w+)$/,
    path: /(?:^|\.)(?:name|descr|_descr|if_type)$|^$/,
    from: 'ifDescr in place of ifName, the number in place of a name',
  },
  {
    module: /^(?:interfaces_list|link_info)$/,
    path: /(?:^|\.)type$/,
    from: 'the kind of an interface comes from ifType, name and speed together',
  },
  {
    module: /^parse_interface$/,
    path: /^type$/,
    from: 'OTHER for an interface whose ifType no MIB has',
    hurt: ['1.3.6.1.2.1.2.2.1.3'],
    fits: is => is === 'OTHER',
  },
  {
    module: /^interfaces_list$/,
    path: /^id$/,
    from: 'the ifIndex of an interface whose kind is not known, in place of the key of a PON port',
    hurt: ['1.3.6.1.2.1.2.2.1.3'],
    shown: (is, recording) => recording.get(`1.3.6.1.2.1.2.2.1.3.${String(is)}`) !== undefined,
  },
  { module: /^link_info$/, path: /^nway_status$/, from: 'the speed alone, without the duplex' },
  { module: /^interface_counters$/, path: /^(?:bits|(?:in|out)_\w+)$/, from: '32-bit counters' },
  {
    module: /^sys_temp$/,
    path: /^(?:main|main_from|sensors)$/,
    from: 'the number of a sensor in place of its name; the main sensor among those that arrived',
  },
  {
    module: /^sys_temp$/,
    path: /^(?:cpu|board)$/,
    from: 'the first sensor of a processor or board among those that arrived, as the agent has it',
    among: ['1.3.6.1.4.1.9.9.91.1.1.1.1.4', '1.3.6.1.2.1.99.1.1.1.4', '1.3.6.1.4.1.41112.1.5.4.2.1.3'],
  },
  {
    module: /^(?:sys_resources|card_status)$/,
    path: /^(?:cards|fans|interfaces)(?:\.name)?$/,
    from: 'numbers in place of names',
  },
  {
    module: /^(?:sys_resources|card_status)$/,
    path: /(?:^|\.)(?:util|_total|_used|_free|_cpu_count|cpu_load|memory_usage)$/,
    from: 'the load over another period; the share of used and total; another pool that the device has',
  },
  {
    module: /^(?:sfp_optical|sfp_diag|pon_ports_optical)$/,
    path: /(?:^|\.)(?:(?:tx|rx)_power|(?:tx_)?bias|tx)$/,
    from: 'the lowest of the lanes that arrived; the value of another table for the same transceiver',
  },
  {
    module: /^pon_/,
    path: /(?:^|\.)(?:count|status|bind_status|_pon_max_ont_size)$/,
    from: 'the ONUs that arrived; the state without its cause',
  },
  {
    module: /^pon_onts_vendor$/,
    path: /^ver_software$/,
    from: 'the version in octets where the agent does not have it as text',
    proved: true,
  },
  {
    module: /^pon_onts_status$/,
    path: /^admin_state$/,
    from: 'the configured state of an ONU where the agent does not tell whether it is activated',
    proved: true,
  },
  { module: /^pon_onts_status$/, path: /^bind_status$/, from: 'the phase that the other columns give' },
  {
    module: /^card_list$/,
    path: /^cfg_type$/,
    from: 'the real type of a card in place of the configured one',
  },
  {
    module: /^(?:card_status|sys_temp)$/,
    path: /^(?:temperature|sensors\.value)$/,
    from: 'hwMusaBoardTemperature of HUAWEI-MUSA-MIB, where no board has hwSlotTemperature',
    proved: true,
    without: '1.3.6.1.4.1.2011.6.3.3.2.1.13',
  },
  { module: /^interface_descriptions$/, path: /^description$/, from: 'an empty text' },
  { module: /^pvid$/, path: /^pvid$/, from: 'dot1qPvid in place of the table of the vendor' },
  { module: /^lldp_info$/, path: /^remotes\.rem_chassis_id$/, from: 'octets in hex without their subtype' },
  { module: /^lldp_info$/, path: /^remotes\.loc_port_id$/, from: '0 in place of an unknown number' },
  {
    module: /^(?:fdb|vlans|vlans_by_port|pvid)$/,
    path: /^(?:interface|ports\.\w+|tagged|untagged|egress|vlan_id|)$/,
    from: 'ifIndex in place of the bridge port, FDB id in place of the VLAN, where their tables are empty',
    proved: true,
  },
  {
    module: /^(?:fdb|arps)$/,
    path: /^$/,
    from: 'a row that may be invalid, because its status or type is not there',
    fits: noStatus,
  },
  {
    module: /^sys_resources$/,
    path: /^cpu\._util\w+$/,
    from: 'cpmCPUTotal5min, 1min and 5sec of CISCO-PROCESS-MIB, which their Rev objects replace',
    among: [3, 4, 5, 6, 7, 8].map(arc => `1.3.6.1.4.1.9.9.109.1.1.1.1.${arc}`),
  },
  {
    module: /^sys_temp$/,
    path: /^(?:sensors\.value|board)$/,
    from: 'CISCO-ENTITY-SENSOR-MIB for a thermometer that CISCO-ENVMON-MIB does not name; other names of parts',
    among: ['1.3.6.1.4.1.9.9.91.1.1.1.1.4'],
  },
  {
    module: /^sys_temp$/,
    path: /^sensors\.value$/,
    from: 'of two parts with one name (the routing engines of a virtual chassis), the one that still has it',
    hurt: ['1.3.6.1.4.1.2636.3.1.13.1.5'],
    among: ['1.3.6.1.4.1.2636.3.1.13.1.7'],
  },
  {
    module: /^arps$/,
    path: /^vlan_id$/,
    from: 'the VLAN in ifDescr, in place of ifName, which a person has changed',
    hurt: ['1.3.6.1.2.1.31.1.1.1.1'],
    shown: (is, recording) =>
      textsBelow(recording, '1.3.6.1.2.1.2.2.1.2').some(descr =>
        new RegExp(`\\bvlan\\s*${is}$`, 'i').test(descr),
      ),
  },
  {
    module: /^arps$/,
    path: /^mac$/,
    from: 'ipNetToMediaTable, where ipNetToPhysicalTable does not arrive',
    among: ['1.3.6.1.2.1.4.22.1.2'],
  },
  {
    module: /^(?:fdb|pvid)$/,
    path: /^(?:interface)?$/,
    from: 'an interface of which the agent does not tell the kind: its kind may be none of a bridge port',
    hurt: ['1.3.6.1.2.1.2.2.1.3'],
    shown(is, recording) {
      const id = isRow(is) ? is['interface'] : is
      const type = recording.get(`1.3.6.1.2.1.2.2.1.3.${id}`)?.value
      return typeof type === 'number' && !bridgeTypes.has(type)
    },
  },
  {
    module: /^sys_resources$/,
    path: /^cpu\._util\w+$/,
    from: 'the loads of another MIB of the device, which has other periods',
    proved: true,
  },
  { module: /^link_info$/, path: /^admin_state$/, from: 'ifAdminStatus for each medium', proved: true },
  {
    module: /^lldp_info$/,
    path: /^remotes\.rem_(?:name|descr|mgmt_address)$/,
    from: 'the id, the one text of two, and the first address of a neighbour of CDP or MNDP',
    proved: true,
  },
  {
    module: /^net_settings$/,
    path: /^addresses$/,
    from: 'a broadcast address without its type',
    proved: true,
  },
  { module: /^power_status$/, path: /^status$/, from: 'the supplies that arrived', proved: true },
  { module: /^rmon$/, path: /^(?:ether_stats_\w+)?$/, from: 'etherStatsIndex as ifIndex', proved: true },
  {
    module: /^system$/,
    path: /^vendor_name$/,
    from: 'the vendor of the driver in place of entPhysicalMfgName',
  },
  { module: /^direct_routes$/, path: /^vlan_name$/, from: 'ifDescr of the interface in place of ifName' },
]
