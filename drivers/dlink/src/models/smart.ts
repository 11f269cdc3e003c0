import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { smart } from '../families/index.ts'
import { smartOptics } from '../optics/smart.ts'
import { smartResources } from '../resources/smart.ts'
import { entityTemperature } from '../resources/temperature.ts'
import { smartSystem } from '../system.ts'
import { dlink, management, product } from '../nodes.ts'

const industrial = `${dlink}.14`
const own1250 = management('165.1000')

const own = (mibs: string) => [
  smartSystem(mibs),
  smartResources(mibs),
  smartOptics(mibs),
  entityTemperature(mibs),
]

/**
 * The SmartPro and Smart Managed series share one set of MIBs. The older series has it at
 * dlinkIndustrialCommon, the newer series below its own node.
 */
export const smartModels: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_1510_28',
    name: 'D-Link DGS-1510-28',
    type: 'SWITCH',
    family: smart,
    ports: 28,
    detect: { objectId: product('137.2.1') },
    modules: own(industrial),
  },
  {
    key: 'dlink_dgs_1250_28x',
    name: 'D-Link DGS-1250-28X',
    type: 'SWITCH',
    family: smart,
    ports: 28,
    detect: { objectId: product('165.1.1') },
    modules: own(own1250),
  },
]
