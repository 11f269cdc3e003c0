import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  prom_chart_info: {
    group: 'Metrics',
    label: 'See charts',
    description: 'Traffic, errors, load, temperature, light and ping of devices and interfaces over time',
    default: true,
  },
  prom_scrape: {
    group: 'Metrics',
    label: 'Scrape metrics of devices',
    description: 'The last values of all visible devices in the text format of Prometheus',
  },
} as const satisfies Record<string, Permission>
