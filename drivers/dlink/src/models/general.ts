import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { device, managed } from '../families/index.ts'
import { dlink, product } from '../nodes.ts'

const other = (key: string, name: string, type: Model['type'], descr: RegExp): Model<Params> => ({
  key: `dlink_${key}`,
  name: `D-Link ${name}`,
  type,
  family: device,
  detect: { objectId: dlink, descr },
})

export const generalModels: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_1210_52mp_f1',
    name: 'D-Link DGS-1210-52MP/F1',
    type: 'SWITCH',
    family: managed,
    ports: 52,
    detect: { objectId: product('153.10.1') },
  },
  {
    key: 'dlink_general_switch',
    name: 'D-Link Switch',
    type: 'SWITCH',
    family: managed,
    // agent-general and its siblings, for a sysDescr that an operator has replaced.
    detect: [
      { objectId: dlink, descr: /\bD[EGXMQI]S-/i },
      { objectId: dlink, rows: `${dlink}.12` },
    ],
  },
  other('access_point', 'access point', 'ACCESS_POINT', /\b(?:DAP|DWL)-\d/),
  other('controller', 'wireless controller', 'CONTROLLER', /\bDWC-\d/),
  other('firewall', 'firewall', 'FIREWALL', /\bDFL-\d/),
  other('router', 'router', 'ROUTER', /\b(?:DSR|DIR|DSL|DWR)-\d/),
  { key: 'dlink_device', name: 'D-Link device', type: 'SWITCH', family: device, detect: { objectId: dlink } },
]
