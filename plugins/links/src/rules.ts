import type { PluginRule } from '@linecard/plugin-kit'
import type { Links } from './parts.ts'

/** The rule on the load of links, by the limit of the settings. */
export const rules = ({ ctx: { config } }: Links): PluginRule[] => [
  {
    name: 'high_link_utilization',
    group: 'links',
    metric: 'link_utilization_ratio',
    function: 'max',
    // Links are looked at every 5 minutes.
    window_sec: 900,
    comparison: '>=',
    threshold: config.high_percent / 100,
    for_sec: 900,
    severity: 'warning',
    title: 'The link from {{labels.interface}} of {{labels.device}} to {{labels.part}} is loaded',
    description: 'Up to {{humanize value}} of its speed in the last 15 minutes.',
  },
]
