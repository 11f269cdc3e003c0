import type { Model } from '@linecard/driver-kit'
import { axosFamily, exaFamily, occamFamily } from './families.ts'
import { axos, calix, e7, occam } from './nodes.ts'

/** sysObjectID is the product (CALIX-PRODUCT-MIB, 2016-04-06). */
const of = (family: Model['family'], key: string, name: string, objectId: string): Model => ({
  key: `calix_${key}`,
  name: `Calix ${name}`,
  type: 'OLT',
  family,
  detect: { objectId },
})

export const models: readonly Model[] = [
  of(exaFamily, 'e7', 'E7 (EXA)', e7),
  of(exaFamily, 'e5_312', 'E5-312', `${e7}.5.1`),
  of(exaFamily, 'e5_400', 'E5-400', `${e7}.5.2`),
  of(exaFamily, 'e7_2', 'E7-2 (EXA)', `${e7}.5.3`),
  of(exaFamily, 'e7_20', 'E7-20', `${e7}.5.4`),
  of(axosFamily, 'axos', 'AXOS', axos),
  of(axosFamily, 'axos_e7_2', 'E7-2 (AXOS)', `${axos}.1.1`),
  of(axosFamily, 'axos_e5_308', 'E5-308', `${axos}.1.2`),
  of(axosFamily, 'axos_e3_16f', 'E3-16F', `${axos}.1.3`),
  of(axosFamily, 'axos_e5_16f', 'E5-16F', `${axos}.1.4`),
  of(axosFamily, 'axos_e3_2', 'E3-2', `${axos}.1.5`),
  of(axosFamily, 'axos_e9_2', 'E9-2', `${axos}.1.6`),
  of(exaFamily, 'device', 'device', calix),
  of(occamFamily, 'occam', 'Occam BLC', `${occam}.1`),
  { ...of(occamFamily, 'b6', 'B6', occam), detect: { objectId: `${occam}.1`, descr: /^B6-/ } },
]
