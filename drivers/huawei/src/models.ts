import type { Model } from '@linecard/driver-kit'
import { huawei } from './tables.ts'

const switches = `${huawei}.2.23`
const one = (key: string, name: string, descr: RegExp, ports?: number): Model =>
  ({ key, name: `Huawei ${name}`, type: 'SWITCH', family: 'vrp', ...ports ? { ports } : {}, detect: { objectId: switches, descr } })

export const models: readonly Model[] = [
  one('huawei_s2326tp_ei', 'S2326TP-EI', /^S2326TP/, 26),
  one('huawei_s2320_28tp_ei', 'S2320-28TP-EI', /^S2320-28TP/, 28),
  one('huawei_s2350_28tp', 'S2350-28TP-EI-AC', /^S2350-28TP-EI-AC/, 28),
  { key: 'huawei_general_switch', name: 'Huawei general switch', type: 'SWITCH', family: 'vrp', detect: { objectId: switches } },
  { key: 'huawei_quidway_s9300_series', name: 'Huawei Quidway S9300 series', type: 'SWITCH', family: 'vrp', detect: { objectId: `${huawei}.2`, descr: /^Quidway S93\S*(?:\s+Huawei Versatile Routing Platform)?/ } },
  { key: 'huawei_cloudengine', name: 'Huawei CloudEngine CE series', type: 'L3', family: 'vrp', detect: { objectId: `${huawei}.2.239` } },
  { key: 'huawei_s12700_series', name: 'Huawei S12700 series', type: 'L3', family: 'vrp', detect: { objectId: `${huawei}.2.279` } },
  // Access controllers, AR and NE routers. OLTs ("Integrated Access Software", MA5xxx) do not say this.
  { key: 'huawei_vrp', name: 'Huawei VRP device', type: 'ROUTER', family: 'vrp', detect: { objectId: `${huawei}.2`, descr: /Versatile Routing Platform/ } },
]
