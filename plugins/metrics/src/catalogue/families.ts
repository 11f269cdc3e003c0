import type { Family } from './family.ts'
import { traffic } from './traffic.ts'

/** State of an interface. */
export const link: Family = {
  id: 2,
  key: 'link',
  slots: [
    { metric: 'interface_up', unit: 'state', help: '1: the link is up', alias: 'device_interface_status' },
    {
      metric: 'interface_enabled',
      unit: 'state',
      help: '1: switched on by the operator',
      alias: 'device_interface_admin_state',
    },
    {
      metric: 'interface_speed_bytes',
      unit: 'bytes/s',
      help: 'Speed of the link, octets a second',
      alias: 'device_interface_speed',
    },
    {
      metric: 'onu_state',
      unit: 'state',
      help: '1 online, 0 offline, -1 no power, -2 no light, -3 not registered, -4 disabled',
    },
  ],
}

/** The device itself, or one named part of it. */
export const device: Family = {
  id: 3,
  key: 'device',
  slots: [
    { metric: 'device_cpu_ratio', unit: 'ratio', help: 'Load of the processors, 0 to 1' },
    { metric: 'device_memory_ratio', unit: 'ratio', help: 'Main memory in use, 0 to 1' },
    { metric: 'device_memory_used_bytes', unit: 'bytes', help: 'Main memory in use' },
    { metric: 'device_memory_size_bytes', unit: 'bytes', help: 'Main memory' },
    { metric: 'device_disk_ratio', unit: 'ratio', help: 'Largest storage in use, 0 to 1' },
    { metric: 'device_disk_used_bytes', unit: 'bytes', help: 'Largest storage, in use' },
    { metric: 'device_disk_size_bytes', unit: 'bytes', help: 'Largest storage' },
    { metric: 'device_temperature_celsius', unit: 'celsius', help: 'Temperature of a sensor' },
    { metric: 'device_fan_rpm', unit: 'rpm', help: 'Revolutions of a fan in a minute' },
    { metric: 'device_fan_up', unit: 'state', help: '1: the fan turns as it should' },
    { metric: 'device_voltage_volts', unit: 'volts', help: 'Voltage of a sensor' },
    {
      metric: 'device_sensor_value',
      unit: 'none',
      help: 'Line of a sensor unit, in the unit of its sensor; a digital line is 1 when high',
      alias: 'device_sensor',
    },
    { metric: 'device_power_supply_up', unit: 'state', help: '1: the power supply works' },
  ],
}

/** Light of a transceiver, a PON port or an ONU. */
export const optical: Family = {
  id: 4,
  key: 'optical',
  slots: [
    { metric: 'interface_receive_power_dbm', unit: 'dBm', help: 'Light received' },
    { metric: 'interface_transmit_power_dbm', unit: 'dBm', help: 'Light sent' },
    { metric: 'interface_olt_receive_power_dbm', unit: 'dBm', help: 'Light that the OLT gets of the ONU' },
    { metric: 'interface_olt_transmit_power_dbm', unit: 'dBm', help: 'Light that the OLT sends' },
    { metric: 'interface_temperature_celsius', unit: 'celsius', help: 'Temperature of the optics' },
    { metric: 'interface_voltage_volts', unit: 'volts', help: 'Supply voltage of the optics' },
    { metric: 'interface_laser_bias_amperes', unit: 'amperes', help: 'Current of the laser' },
    { metric: 'interface_fiber_length_meters', unit: 'meters', help: 'Length of the fibre to the ONU' },
  ],
}

export const pon: Family = {
  id: 5,
  key: 'pon',
  slots: [
    { metric: 'pon_onus_registered', unit: 'count', help: 'ONUs registered on the PON port, online or not' },
  ],
}

/** A BGP session; its name is the part. */
export const bgp: Family = {
  id: 6,
  key: 'bgp',
  slots: [
    {
      metric: 'bgp_session_established',
      unit: 'state',
      help: '1: the session is established',
      alias: 'router_bgp_session_state_established',
    },
    {
      metric: 'bgp_session_disabled',
      unit: 'state',
      help: '1: disabled by the operator',
      alias: 'router_bgp_session_state_disabled',
    },
    {
      metric: 'bgp_session_uptime_seconds',
      unit: 'seconds',
      help: 'Time in the established state',
      alias: 'router_bgp_session_uptime',
    },
    { metric: 'bgp_session_prefixes', unit: 'count', help: 'Prefixes received' },
  ],
}

/** A board of a chassis; its place is the part. */
export const card: Family = {
  id: 7,
  key: 'card',
  slots: [
    {
      metric: 'card_enabled',
      unit: 'state',
      help: '1: switched on by the operator',
      alias: 'card_status_admin_status',
    },
    {
      metric: 'card_status_code',
      unit: 'none',
      help: "State as the vendor's code",
      alias: 'card_status_oper_status',
    },
    {
      metric: 'card_cpu_ratio',
      unit: 'ratio',
      help: 'Load of the processor, 0 to 1',
      alias: 'card_status_cpu_load',
    },
    {
      metric: 'card_memory_ratio',
      unit: 'ratio',
      help: 'Memory in use, 0 to 1',
      alias: 'card_status_memory_usage',
    },
    {
      metric: 'card_temperature_celsius',
      unit: 'celsius',
      help: 'Temperature of the board',
      alias: 'card_status_temperature',
    },
  ],
}

/** Written by those who ping. */
export const ping: Family = {
  id: 8,
  key: 'ping',
  slots: [
    { metric: 'device_ping_up', unit: 'state', help: '1: the device answers' },
    { metric: 'device_ping_seconds', unit: 'seconds', help: 'Round trip, average of a round' },
    { metric: 'device_ping_loss_ratio', unit: 'ratio', help: 'Probes without an answer, 0 to 1' },
  ],
}

/** The ARP table of a router. */
export const arp: Family = {
  id: 9,
  key: 'arp',
  slots: [
    { metric: 'device_arp_entries', unit: 'count', help: 'Entries of the ARP table, unresolved ones too' },
  ],
}

/** Written by who knows the links between devices; the other end is the part. */
export const between: Family = {
  id: 10,
  key: 'between',
  slots: [
    {
      metric: 'link_utilization_ratio',
      unit: 'ratio',
      help: 'Load of a link to another device, of the larger direction, 0 to 1',
    },
  ],
}

export const families: readonly Family[] = [
  traffic,
  link,
  device,
  optical,
  pon,
  bgp,
  card,
  ping,
  arp,
  between,
]
