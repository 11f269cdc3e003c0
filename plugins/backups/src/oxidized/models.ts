/** A driver → the model of Oxidized; by family where a driver has several. */
const models: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  alcatel: 'aos',
  'allied-telesis': 'awplus',
  arista: 'eos',
  bdcom: 'bdcom',
  calix: 'axos',
  cdata: 'cdatafd12',
  cisco: { ios: 'ios', 'ios-xr': 'iosxr', 'nx-os': 'nxos', 'small-business': 'ciscosmb', standard: 'ios' },
  datacom: 'datacom',
  dcn: 'dcnos',
  dell: 'powerconnect',
  dlink: 'dlink',
  edgecore: { switch: 'edgecos', sonic: 'enterprisesonic' },
  eltex: 'eltex',
  extreme: { xos: 'xos', slx: 'slxos', voss: 'voss', standard: 'xos' },
  fs: 'fsos',
  gcom: 'gcombnps',
  hpe: { 'aruba-cx': 'aoscx', comware: 'comware', procurve: 'procurve', standard: 'procurve' },
  huawei: { vrp: 'vrp', 'smart-ax': 'smartax' },
  juniper: 'junos',
  mikrotik: { 'router-os': 'routeros', 'sw-os': 'swos' },
  nokia: 'isam',
  raisecom: 'raisecom',
  snr: 'dcnos',
  tplink: 'tplink',
  ubiquiti: 'edgeswitch',
  vsol: 'vsololt',
  zte: 'zteolt',
  zyxel: 'zynos',
}

/**
 * The name that Oxidized gives to a kind of device; null: it knows none. Its own names are from its list of
 * supported systems; `cdatafd12` comes with the image that Wildcore uses.
 */
export function oxidizedModel(driver: string, family: string): string | null {
  const found = models[driver]
  if (found === undefined || typeof found === 'string') return found ?? null
  return found[family] ?? null
}
