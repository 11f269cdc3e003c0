import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { managed } from '../families/index.ts'
import { c1Cable } from '../changes/cable.ts'
import { newStyle, oldStyle } from '../ports/layouts.ts'
import { management, product } from '../nodes.ts'

/** Hardware A1: sysDescr starts with "D-Link". Ports are in the old table. */
const a1 = (suffix: string, ports: number, number: string): Model<Params> => ({
  key: `dlink_des_3200_${suffix.toLowerCase()}_a1`,
  name: `D-Link DES-3200-${suffix}/A1`,
  type: 'SWITCH',
  family: managed,
  ports,
  detect: { objectId: product(`113.1.${number}`) },
  params: { ports: oldStyle(management(`113.1.${number}`)) },
})

/** Hardware C1: sysDescr does not contain the vendor. Ports are in the new table. */
const c1 = (suffix: string, ports: number, number: string): Model<Params> => ({
  key: `dlink_des_3200_${suffix.toLowerCase()}_c1`,
  name: `D-Link DES-3200-${suffix}/C1`,
  type: 'SWITCH',
  family: managed,
  ports,
  detect: { objectId: product(`113.${number}.1`) },
  params: { ports: newStyle(management(`113.${number}.1`)) },
  modules: [c1Cable()],
})

export const des3200Models: readonly Model<Params>[] = [
  a1('10', 10, '1'),
  a1('18', 18, '2'),
  a1('28', 28, '3'),
  a1('28F', 28, '4'),
  a1('26', 26, '5'),
  c1('10', 10, '2'),
  c1('18', 18, '3'),
  c1('26', 26, '4'),
  c1('28', 28, '5'),
  c1('28F', 28, '6'),
  c1('52', 52, '9'),
]
