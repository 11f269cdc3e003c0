/** What a value can be. A value of another kind is what a device sends for "none". */
const kinds = {
  /** °C. Sensors without a value send −128, −255, 255, 65535 or the ends of a number of 32 bits. */
  temperature: (value: unknown) => typeof value !== 'number' || (value > -100 && value < 200),
  /** dBm. No optics send or measure more, or less than that they call dark. */
  power: (value: unknown) => typeof value !== 'number' || (value > -100 && value < 40),
  /** The address of an interface or device itself, or of a neighbour. */
  ident: (value: unknown) => value !== '00:00:00:00:00:00' && value !== 'FF:FF:FF:FF:FF:FF',
  /** A MAC address in a table; group addresses are valid there. */
  address: (value: unknown) => value !== '00:00:00:00:00:00',
  /** A time in the past. The clock of a device that was never set starts in 1970, 1980, 1993 … */
  time: (value: unknown) => typeof value !== 'string' || !/^\d{4}-/.test(value) || value >= '2000',
} as const

type Fields = Readonly<Record<string, keyof typeof kinds>>

const interfaces = { mac_address: 'ident' } as const
const optics = {
  temp: 'temperature',
  tx_power: 'power',
  rx_power: 'power',
  tx: 'power',
  rx: 'power',
  olt_rx: 'power',
  olt_tx: 'power',
} as const

/** The fields of each module that are checked, at any depth of its answer. */
const fieldsOf: Readonly<Record<string, Fields>> = {
  system: { mac_addr: 'ident' },
  interfaces_list: interfaces,
  link_info: interfaces,
  interface_info: { ...interfaces, last_link_up_time: 'time' },
  net_settings: { self_mac_address: 'ident', gateway_mac_address: 'ident' },
  lldp_info: { chassis_id: 'ident', rem_chassis_id: 'ident' },
  arps: { mac: 'address' },
  arp_info: { mac: 'address' },
  bgp_sessions: { started_at: 'time' },
  sys_temp: { main: 'temperature', cpu: 'temperature', board: 'temperature', value: 'temperature' },
  card_status: { temperature: 'temperature' },
  sfp_optical: optics,
  sfp_diag: optics,
  pon_ports_optical: optics,
  pon_onts_optical: optics,
  pon_onts_mac_addr: interfaces,
  pon_onts_status: { _mac: 'ident' },
  pon_onts_down_history: { reg_time: 'time', dereg_time: 'time' },
  pon_onts_reasons: { last_reg: 'time', last_dereg: 'time', last_change: 'time' },
  unregistered_onts: { ...interfaces, reg_time: 'time' },
  onu_ip_host: interfaces,
}

function cleaned(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null
    value.forEach((one: unknown, at) => {
      const now = cleaned(one, fields)
      if (now !== one) (copy ??= [...(value as unknown[])])[at] = now
    })
    return copy ?? value
  }
  if (typeof value !== 'object' || value === null) return value
  let copy: Record<string, unknown> | null = null
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name]
    const kind = fields[name]
    if (!kind && (typeof one !== 'object' || one === null)) continue
    const now = kind && !kinds[kind](one) ? null : cleaned(one, fields)
    if (now !== one) (copy ??= { ...value })[name] = now
  }
  return copy ?? value
}

/** The answer with null for values that a device cannot mean. The answer itself is not changed. */
export function plausible(module: string, data: unknown): unknown {
  const fields = fieldsOf[module]
  return fields ? cleaned(data, fields) : data
}

/** A temperature in °C, or null for one that a device cannot mean. */
export const plausibleTemperature = (value: number | null): number | null =>
  value !== null && kinds.temperature(value) ? value : null
