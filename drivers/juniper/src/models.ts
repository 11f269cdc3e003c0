import type { Detect, Model } from '@linecard/driver-kit'

const juniper = '1.3.6.1.4.1.2636'
/** jnxProductLine and jnxProductVariation of JUNIPER-CHASSIS-DEFINES-MIB. */
const line = `${juniper}.1.1.1.2`
const variation = `${juniper}.1.1.1.4`

const model = (key: string, name: string, type: Model['type'], ...detect: Detect[]): Model => ({ key, name, type, family: 'junos', detect })

export const models: readonly Model[] = [
  model('juniper_qfx51xx_series', 'Juniper QFX5100 series', 'SWITCH', { objectId: `${variation}.82`, descr: /\bqfx51\d\d/i }),
  model('juniper_jnp204_series', 'Juniper JNP204 series', 'ROUTER', { objectId: `${line}.144` }),
  model('juniper_switch', 'Juniper switch', 'SWITCH', { objectId: variation }, { objectId: juniper, descr: /\bEthernet Switch\b/i }),
  model('juniper_router', 'Juniper router or firewall', 'ROUTER', { objectId: juniper }),
]
