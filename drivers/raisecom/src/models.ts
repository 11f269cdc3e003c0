import type { Family, Model } from '@linecard/driver-kit'
import { ifLinkModules } from '@linecard/driver-kit/builders'
import { iscom, rax } from './families/index.ts'
import { gponOlt } from './olt/family.ts'
import { gpon } from './olt/nodes.ts'
import { raisecom } from './tables.ts'

const model = (key: string, name: string, family: Family, detect: Model['detect']): Model => ({
  key: `raisecom_${key}`,
  name: `Raisecom ${name}`,
  type: 'SWITCH',
  family,
  detect,
})

export const models: readonly Model[] = [
  // The agent swaps full and half duplex (ISCOM2600).
  {
    ...model('iscom_2600', 'ISCOM2600', iscom, { objectId: `${raisecom}.6`, descr: /\bISCOM2600/ }),
    modules: ifLinkModules({ duplex: { 2: 'Full', 3: 'Half' } }),
  },
  model('iscom', 'ISCOM', iscom, { objectId: `${raisecom}.6` }),
  model('rax711', 'RAX711', rax, { objectId: `${raisecom}.23`, descr: /\bRAX711/ }),
  model('rax721', 'RAX721', rax, { objectId: `${raisecom}.23` }),
  // An EPON access node; its ONUs are not read.
  {
    ...model('iscom5508', 'ISCOM5508', iscom, { objectId: `${raisecom}.18`, descr: /\bISCOM5508(?!-GP)/ }),
    type: 'OLT',
  },
  {
    ...model('iscom_gpon', 'ISCOM GPON OLT', gponOlt, [
      { objectId: `${raisecom}.18`, descr: /\bISCOM(?:5508-GP|58\d\d|68\d\d)/ },
      // Its tables, for a sysDescr that an operator has replaced.
      { objectId: `${raisecom}.18`, rows: gpon },
    ]),
    type: 'OLT',
  },
  model('default', 'switch', iscom, { objectId: raisecom }),
]
