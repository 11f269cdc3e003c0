import type { Model } from '@linecard/driver-kit'

const allied = '1.3.6.1.4.1.207'

export const models: readonly Model[] = [
  { key: 'ati_switch_8000', name: 'Allied Telesis AT-8000', type: 'SWITCH', family: 'at-8000', detect: { objectId: `${allied}.1.4`, descr: /\bAT-8000/ } },
  { key: 'ati_alliedware_plus', name: 'Allied Telesis AlliedWare Plus', type: 'SWITCH', family: 'alliedware-plus', detect: { objectId: `${allied}.1`, descr: /\b(?:AW\+|AlliedWare Plus)/ } },
  { key: 'ati_switch', name: 'Allied Telesis switch', type: 'SWITCH', family: 'standard', detect: { objectId: allied } },
]
