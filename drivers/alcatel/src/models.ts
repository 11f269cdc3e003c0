import type { Model } from '@linecard/driver-kit'

const alcatel = '1.3.6.1.4.1.6486'

export const models: readonly Model[] = [
  { key: 'alcatel_general_switch', name: 'Alcatel OmniStack LS', type: 'SWITCH', family: 'omnistack-ls', detect: { objectId: `${alcatel}.800.1.1.2.2` } },
  { key: 'alcatel_omniswitch', name: 'Alcatel-Lucent OmniSwitch', type: 'SWITCH', family: 'aos', detect: { objectId: alcatel } },
]
