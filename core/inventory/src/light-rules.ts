import type { PluginRule } from '@linecard/plugin-kit'
import type { RunningInventory } from './setup.ts'

/** Light is read this often at least, or rules would see none. Seconds. */
const leastWindow = 900
const mostWindow = 86_400

/** Rules on the light of ONUs, from its limits in the settings. */
export function lightRules({ ctx: { config } }: Pick<RunningInventory, 'ctx'>): PluginRule[] {
  // The newest value, also if one reading was missed.
  const window_sec = Math.min(Math.max(leastWindow, config.onu_optical_interval_sec * 2 + 300), mostWindow)
  const common = {
    group: 'light',
    function: 'last',
    window_sec,
    comparison: 'outside',
    filter: { types: ['ONU'] },
    for_sec: 600,
    severity: 'warning',
  } as const
  return [
    {
      ...common,
      name: 'bad_optical_level_rx',
      metric: 'interface_receive_power_dbm',
      threshold: config.onu_rx_min_dbm,
      upper: Math.max(config.onu_rx_min_dbm, config.onu_rx_max_dbm),
      title: '{{labels.interface}} of {{labels.device}} gets bad light: {{value}} dBm',
      description: 'Look at the fibre, its bends and its connectors, and at the splitter.',
    },
    {
      ...common,
      name: 'bad_optical_level_olt_rx',
      metric: 'interface_olt_receive_power_dbm',
      threshold: config.onu_olt_rx_min_dbm,
      upper: Math.max(config.onu_olt_rx_min_dbm, config.onu_olt_rx_max_dbm),
      title: 'The OLT {{labels.device}} gets bad light of {{labels.interface}}: {{value}} dBm',
      description: 'Look at the fibre, its bends and its connectors, and at the laser of the ONU.',
    },
  ]
}
