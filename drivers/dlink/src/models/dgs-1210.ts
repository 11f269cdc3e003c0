import type { Detect, Model } from '@linecard/driver-kit'
import { managed, webManaged } from '../families/index.ts'
import { webManagedCable } from '../changes/cable.ts'
import { webDdm } from '../optics/ddm.ts'
import { webManagedMedia } from '../optics/media.ts'
import type { Params } from '../params.ts'
import { single } from '../ports/layouts.ts'
import { webManagedSystem } from '../system.ts'
import { dlink, product } from '../nodes.ts'

/** All objects of a model are below the node of its product. */
const below = (node: string): Params => ({
  ports: single(`${node}.1.13`),
  load: { cpu: `${node}.100.1`, memory: `${node}.100.2`, ports: `${node}.100.3.1` },
  ddm: webDdm(node),
})

/**
 * sysDescr contains only the name with its hardware revision. It separates revisions that share a
 * sysObjectID.
 */
const me = (
  name: string,
  ports: number,
  number: string,
  detect: Detect = { objectId: product(number), descr: new RegExp(`^${name}$`) },
): Model<Params> => ({
  key: `dlink_${name.toLowerCase().replaceAll(/\W/g, '_')}`,
  name: `D-Link ${name}`,
  type: 'SWITCH',
  family: webManaged,
  ports,
  detect,
  params: { ...below(product(number)) },
  modules: [
    webManagedSystem(product(number)),
    webManagedCable(product(number)),
    webManagedMedia(product(number)),
  ],
})

export const dgs1210Models: readonly Model<Params>[] = [
  me('DES-1210-28/ME/B2', 28, '75.15.2'),
  me('DGS-1210-10/ME/A1', 10, '76.35.1'),
  me('DGS-1210-12TS/ME/B1', 12, '76.44.1'),
  me('DGS-1210-20/ME/A1', 20, '76.31.1'),
  me('DGS-1210-20/ME/B1', 20, '76.31.2'),
  me('DGS-1210-28/ME/A2', 28, '76.28.1'),
  me('DGS-1210-28/ME/B1', 28, '76.28.2'),
  me('DGS-1210-28XS/ME/B1', 28, '76.39.1'),
  // The sysObjectID of this model is not known. The driver reads it at the node of its sister model.
  me('DGS-1210-28X/ME/B1', 28, '76.39.1', { objectId: product('76'), descr: /^DGS-1210-28X\/ME\/B1$/ }),
  // The sysObjectID and the private tables of this model are not known. The driver reads standard and common
  // MIBs.
  {
    key: 'dlink_dgs_1210_28_me_b2',
    name: 'D-Link DGS-1210-28/ME/B2',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: dlink, descr: /DGS-1210-28\/ME\/B2/ },
  },
]
