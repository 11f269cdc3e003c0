import type { Permission } from '@linecard/plugin-kit'

const group = 'Switches'

export const permissions = {
  switches_info: {
    group,
    label: 'Info from switches',
    description:
      'Ask switches for ports, VLANs, MAC addresses, counters, transceivers, neighbours; test cables',
    default: true,
  },
  switches_set_port_description: {
    group,
    label: 'Set port descriptions',
    description: 'Change the description of a port on the device',
  },
  switches_set_port_admin_state: {
    group,
    label: 'Enable and disable ports',
    description: 'Change the admin state of a port on the device',
  },
  switches_set_port_admin_speed: {
    group,
    label: 'Set port speed',
    description: 'Change speed and duplex of a port on the device',
  },
  switches_set_poe: {
    group,
    label: 'Switch power over Ethernet',
    description: 'Switch the power of a port on or off',
  },
  switches_vlan_control: {
    group,
    label: 'Control VLANs',
    description: 'Create and delete VLANs, add ports to them and remove them',
  },
  switches_clear_counters: {
    group,
    label: 'Clear counters',
    description: 'Clear the counters of ports on the device',
  },
  switches_save_config: {
    group,
    label: 'Save the configuration',
    description: 'Save the running configuration of a device, so that a restart does not lose it',
  },
  switches_reboot_device: { group, label: 'Restart devices', description: 'Restart a device' },
} as const satisfies Record<string, Permission>
