import type { Permission } from '@linecard/plugin-kit'

const group = 'OLTs'

/** All of them are off by default in new roles. */
export const permissions = {
  olts_ctrl_dereg: {
    group,
    label: 'Delete ONUs',
    description: 'Remove an ONU from the configuration of its OLT',
  },
  olts_ctrl_reboot: { group, label: 'Reboot ONUs', description: 'Reboot an ONU' },
  olts_ctrl_clear_counters: {
    group,
    label: 'Clear counters of ONUs',
    description: 'Clear the counters of an ONU on its OLT',
  },
  olts_ctrl_reset: { group, label: 'Reset ONUs', description: 'Reset an ONU to its factory settings' },
  olts_ctrl_disable: {
    group,
    label: 'Enable and disable ONUs',
    description: 'Change the admin state of an ONU',
  },
  olts_ctrl_description: {
    group,
    label: 'Set descriptions of ONUs',
    description: 'Change the description of an ONU on its OLT',
  },
  olts_ctrl_port: {
    group,
    label: 'Control ports of OLTs',
    description: 'Change description and admin state of PON ports and uplinks of an OLT; reset PON ports',
  },
  olts_ctrl_uni_ports: {
    group,
    label: 'Control Ethernet ports of ONUs',
    description: 'Enable and disable the Ethernet ports of an ONU',
  },
} as const satisfies Record<string, Permission>
