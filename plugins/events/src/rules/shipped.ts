import type { RuleComparison, RuleExpression } from '@linecard/plugin-kit'
import type { StoredRule } from './rule.ts'

const minute = 60

const expressionOf = (
  metric: string,
  name: RuleExpression['function'],
  minutes: number,
  comparison: RuleExpression['comparison'],
  threshold: number,
  more: Pick<RuleExpression, 'also' | 'filter'> = {},
): StoredRule['expression'] => ({
  metric,
  function: name,
  window_sec: minutes * minute,
  comparison,
  threshold,
  ...(more.also ? { also: more.also.map(one => ({ ...one })) } : {}),
  ...(more.filter
    ? { filter: { ...more.filter } as NonNullable<StoredRule['expression']>['filter'] & {} }
    : {}),
})

const last = (metric: string, comparison: '==' | '<', threshold: number): RuleComparison => {
  return { metric, function: 'last', comparison, threshold }
}

interface Shipped {
  name: string
  group: string
  minutes: number
  title: string
  description: string
  expression: StoredRule['expression']
  severity?: StoredRule['severity']
}

const port = '{{labels.interface}} of {{labels.device}}'

const shipped: readonly Shipped[] = [
  {
    name: 'iface_increase_in_errors',
    group: 'interfaces',
    minutes: 10,
    title: `${port} receives errors`,
    description:
      '{{humanize value}} errors in 15 minutes. Look at the cable, the optics and the duplex mode.',
    expression: expressionOf('interface_receive_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'iface_increase_out_errors',
    group: 'interfaces',
    minutes: 30,
    title: `${port} cannot send without errors`,
    description: '{{humanize value}} errors in 15 minutes. Look at the port and at what is connected to it.',
    expression: expressionOf('interface_transmit_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'interface_increase_crc_errors',
    group: 'interfaces',
    minutes: 10,
    title: `${port} receives broken frames`,
    description: '{{humanize value}} bad checksums in 15 minutes. Look at the cable and the optics.',
    expression: expressionOf('interface_receive_crc_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'favorite_interface_down',
    group: 'interfaces',
    minutes: 2,
    severity: 'critical',
    title: `${port} is down`,
    description: "It is switched on, and somebody's favourite. Look at its cable and at what it leads to.",
    expression: expressionOf('interface_up', 'last', 15, '==', 0, {
      also: [last('interface_enabled', '==', 1)],
      filter: { favorite: true },
    }),
  },
  {
    name: 'bgp_session_down',
    group: 'router',
    minutes: 5,
    severity: 'critical',
    title: 'BGP session {{labels.part}} of {{labels.device}} is down',
    description: 'It is not disabled, and not established.',
    expression: expressionOf('bgp_session_established', 'last', 15, '==', 0, {
      also: [last('bgp_session_disabled', '==', 0)],
    }),
  },
  {
    name: 'bgp_session_restarted',
    group: 'router',
    minutes: 1,
    title: 'BGP session {{labels.part}} of {{labels.device}} started again',
    description: 'It is established since {{humanize value}} seconds.',
    expression: expressionOf('bgp_session_uptime_seconds', 'last', 15, '<', 300, {
      also: [last('bgp_session_established', '==', 1)],
    }),
  },
  {
    name: 'rx_signal_deteriorated',
    group: 'light',
    minutes: 10,
    title: `${port} gets less light`,
    description: 'It changed by {{humanize value}} dB in two hours. Look at the fibre and its connectors.',
    expression: expressionOf('interface_receive_power_dbm', 'delta', 120, '<', -3, {
      filter: { types: ['ONU'] },
    }),
  },
  {
    name: 'olt_rx_signal_deteriorated',
    group: 'light',
    minutes: 10,
    title: `The OLT gets less light of ${port}`,
    description: 'It changed by {{humanize value}} dB in two hours. Look at the fibre and its connectors.',
    expression: expressionOf('interface_olt_receive_power_dbm', 'delta', 120, '<', -3),
  },
  {
    name: 'arps_count_abnormal',
    group: 'router',
    minutes: 10,
    title: '{{labels.device}} has {{humanize value}} ARP entries',
    description: 'More than usual: somebody may scan the network.',
    expression: expressionOf('device_arp_entries', 'last', 15, '>', 10_000),
  },
]

/** The rules of an installation that has saved none. */
export const shippedRules: readonly StoredRule[] = shipped.map(
  ({ minutes, severity = 'warning', ...rule }) => ({
    ...rule,
    enabled: true,
    for_sec: minutes * minute,
    severity,
    promql: null,
  }),
)
