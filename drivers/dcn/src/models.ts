import type { Model } from '@linecard/driver-kit'

const dcn = '1.3.6.1.4.1.6339'

/** Switches of the S, CS and DCRS series stand below `1.1.1` and `1.1.2`; older ones made by others have nothing of `100`, and answer by the standard MIBs. */
export const models: readonly Model[] = [
  { key: 'dcn_default', name: 'DCN switch', type: 'SWITCH', family: 'switch', detect: { objectId: [`${dcn}.1.1.1`, `${dcn}.1.1.2`] } },
  { key: 'dcn_other', name: 'Digital China switch', type: 'SWITCH', family: 'standard', detect: { objectId: dcn } },
]
