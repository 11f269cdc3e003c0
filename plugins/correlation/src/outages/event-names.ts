import type { Kind } from '../judge/index.ts'

/** Names of events by the kind of outage. */
export const eventNames: Readonly<Record<Kind, string>> = {
  fibre_cut: 'fibre_cut',
  power_loss: 'power_loss',
  pon_port: 'pon_port_down',
  card: 'card_down',
  olt: 'olt_down',
  uplink: 'uplink_down',
  undetermined: 'onu_group_lost',
}
