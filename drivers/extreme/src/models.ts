import type { Model } from '@linecard/driver-kit'

const extreme = '1.3.6.1.4.1.1916'
/** Bay Networks' Rapid City: VSP of Avaya's time. */
const rapidCity = '1.3.6.1.4.1.2272'

export const models: readonly Model[] = [
  { key: 'extreme_xos', name: 'ExtremeXOS', type: 'ROUTER', family: 'xos', detect: [{ objectId: extreme, descr: /^ExtremeXOS\b/ }, { objectId: extreme, descr: /\bSwitch ?Engine\b/ }] },
  {
    key: 'extreme_voss', name: 'Extreme VSP, Fabric Engine', type: 'L3', family: 'voss',
    detect: [{ objectId: extreme, descr: /^(?:VSP-|XA1\d{3}\b)/ }, { objectId: extreme, descr: /-FabricEngine\b/ }, { objectId: rapidCity, descr: /^VSP-/ }],
  },
]
