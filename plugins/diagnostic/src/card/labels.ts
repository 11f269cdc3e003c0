const labels: Readonly<Record<string, string>> = {
  oper_status: 'Link',
  admin_state: 'Admin state',
  nway_status: 'Speed and duplex',
  admin_speed: 'Configured speed',
  medium_type: 'Medium',
  last_change: 'Last change',
  online: 'State',
  bind: 'Registration',
  admin: 'Admin state',
  rx: 'ONU receives, dBm',
  tx: 'ONU sends, dBm',
  olt_rx: 'OLT receives, dBm',
  olt_tx: 'OLT sends, dBm',
  temp: 'Temperature, °C',
  voltage: 'Voltage, V',
  bias: 'Bias, mA',
  distance: 'Distance, m',
  rx_power: 'Receives, dBm',
  tx_power: 'Sends, dBm',
  vcc: 'Voltage, V',
  tx_bias: 'Bias, mA',
  in_octets: 'Received, octets',
  out_octets: 'Sent, octets',
  mac_address: 'MAC',
  vlan_id: 'VLAN',
  last_down_reason: 'Reason of the last deregistration',
  last_reg: 'Last registration',
  last_dereg: 'Last deregistration',
  uptime: 'Uptime',
  power_mw: 'Power, mW',
}
/** The label of a field. A field without its own label shows its name. */
export const fieldLabelOf = (key: string) =>
  labels[key] ??
  key
    .replace(/^_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, letter => letter.toUpperCase())

/** Colours of values that the card shows in green or red. */
export const valueColours: Readonly<Record<string, 'good' | 'bad'>> = {
  Up: 'good',
  Online: 'good',
  OK: 'good',
  Down: 'bad',
  Offline: 'bad',
  LOS: 'bad',
  PowerOff: 'bad',
  Disabled: 'bad',
  Open: 'bad',
  Short: 'bad',
  OpenShort: 'bad',
}
