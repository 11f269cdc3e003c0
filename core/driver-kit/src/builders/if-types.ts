/**
 * ifType (IANAifType-MIB) in the words of the API. Other types are OTHER. A row without ifType is UNKNOWN.
 * ETH is Ethernet of any speed: ifType 6 is what agents of every speed send.
 */
export const ifTypes: Readonly<Record<number, string>> = {
  6: 'ETH',
  7: 'ETH',
  26: 'ETH',
  62: 'FE',
  69: 'FE',
  117: 'GE',
  24: 'LOOPBACK',
  53: 'VIRTUAL',
  131: 'TUNNEL',
  150: 'TUNNEL',
  215: 'TUNNEL',
  246: 'TUNNEL',
  247: 'VIRTUAL',
  248: 'VIRTUAL',
  262: 'VIRTUAL',
  135: 'VLAN',
  136: 'VLAN',
  137: 'VLAN',
  222: 'VLAN',
  142: 'IP',
  126: 'IP',
  166: 'MPLS',
  161: 'LACP',
  209: 'BRIDGE',
  207: 'PON',
  208: 'PON',
  250: 'PON',
  266: 'PON',
  267: 'ONU',
  269: 'ONU',
  270: 'ONU',
  268: 'UNI',
  271: 'UNI',
  22: 'SERIAL',
  33: 'SERIAL',
  34: 'SERIAL',
  18: 'E1',
  19: 'E1',
  30: 'E3',
  39: 'SDH',
  81: 'DS0',
  20: 'ISDN',
  21: 'ISDN',
  75: 'ISDN',
  76: 'ISDN',
  77: 'ISDN',
  23: 'PPP',
  28: 'SLIP',
  32: 'FRAMERELAY',
  44: 'FRAMERELAY',
  108: 'PPP',
  37: 'ATM',
  49: 'ATM',
  134: 'ATM',
  56: 'FC',
  71: 'WLAN',
  157: 'WLAN',
  188: 'WLAN',
  94: 'DSL',
  95: 'DSL',
  96: 'DSL',
  97: 'DSL',
  143: 'DSL',
  168: 'DSL',
  169: 'DSL',
  230: 'DSL',
  238: 'DSL',
  251: 'DSL',
  263: 'DSL',
  264: 'DSL',
  265: 'DSL',
  279: 'DSL',
  282: 'DSL',
  127: 'CABLE',
  128: 'CABLE',
  129: 'CABLE',
  205: 'CABLE',
  229: 'CABLE',
  243: 'WWAN',
  244: 'WWAN',
  160: 'USB',
  195: 'OPTICAL',
  196: 'OPTICAL',
  219: 'OPTICAL',
  260: 'OPTICAL',
  261: 'OPTICAL',
}

/** Word of an ifType; `deviations` are a vendor's own meanings of numbers. */
export const interfaceType = (
  ifType: number | null,
  deviations: Readonly<Record<number, string>> = {},
): string =>
  ifType === null
    ? 'UNKNOWN'
    : (deviations[ifType] ?? ifTypes[ifType] ?? (ifType === 1 || ifType === 0 ? 'UNKNOWN' : 'OTHER'))

const steps: readonly (readonly [mbps: number, word: string])[] = [
  [2488, '2.5G'],
  [1250, '1.25G'],
]

/** Speed as short text: 10, 100, 1G, 2.5G, 10G, 400G. Null for no speed. */
export function speedWord(mbps: number | null): string | null {
  if (mbps === null || mbps <= 0) return null
  const odd = steps.find(([speed]) => speed === mbps)
  if (odd) return odd[1]
  return mbps < 1000 ? String(mbps) : `${Math.round(mbps / 10) / 100}G`
}

/** Speed and duplex in one word, e.g. `1G-Full`; `Down` if there is no link; null if the speed is unknown. */
export function nwayStatus(
  operStatus: string | null,
  mbps: number | null,
  duplex: 'Full' | 'Half' | null,
): string | null {
  if (operStatus !== null && operStatus !== 'Up') return 'Down'
  const speed = speedWord(mbps)
  return speed && duplex ? `${speed}-${duplex}` : speed
}
