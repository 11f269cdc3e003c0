import type { Model } from '@linecard/driver-kit'

const tplink = '1.3.6.1.4.1.11863'
const one = (key: string, name: string, detect: Model['detect']): Model => ({ key, name, type: 'SWITCH', family: 'switch', detect })

/** "Switch" stands in every sysDescr: access points and OLTs of the vendor are no matter of this driver. */
export const models: readonly Model[] = [
  one('tplink_jetstream_switch', 'TP-Link JetStream Switch', [{ objectId: `${tplink}.5`, descr: /\bSwitch\b/ }, { objectId: tplink, descr: /^(?:JetStream|Omada) .*Switch\b/ }]),
  one('tplink_smart_switch', 'TP-Link Smart Switch', { objectId: tplink, descr: /\bSmart Switch\b/ }),
  one('tplink_general_switch', 'TP-Link Switch', { objectId: tplink, descr: /\bSwitch\b/ }),
]
