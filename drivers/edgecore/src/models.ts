import type { Detect, Model } from '@linecard/driver-kit'
import { sonic } from './families/sonic.ts'
import { switches } from './families/switch.ts'
import { own, ownSystem } from './tables.ts'

/** Enterprise of Accton, the manufacturer. */
const accton = '1.3.6.1.4.1.259'
const node = (number: string): string => `${accton}.${number}`

const made = new Map<string, Model['modules']>()
/**
 * Modules of a series. All models of a series use the same array, so a recording of one model is valid for
 * the others.
 */
function ownOf(series: string): Model['modules'] {
  const modules = made.get(series) ?? own(node(series))
  made.set(series, modules)
  return modules
}

/** A model with own objects below the node `series`. */
const model = (name: string, ports: number, series: string, detect: Detect): Model => ({
  key: `edgecore_${name
    .toLowerCase()
    .replace(/mav2$/, 'ma_v2')
    .replace(/[^a-z0-9]+/g, '_')}`,
  name: `Edge-Core ${name}`,
  type: 'SWITCH',
  family: switches,
  ports,
  detect,
  modules: ownOf(series),
})
/** Model number `number` of a series. Its sysObjectID is below the node of the series. */
const numbered = (name: string, ports: number, series: string, number: number) =>
  model(name, ports, series, { objectId: node(`${series}.${number}`) })
/** All other models of a series. */
const series = (name: string, mib: string, objectId = mib): Model => ({
  key: `edgecore_${name.toLowerCase()}`,
  name: `Edge-Core ${name} series`,
  type: 'SWITCH',
  family: switches,
  detect: { objectId: node(objectId) },
  modules: ownOf(mib),
})

/** The series of ES3510 and ES3526XA has no other objects below its node. */
const versionsAlone = [ownSystem(node('8.1.5'))]

export const models: readonly Model[] = [
  numbered('ECS4120-28T', 28, '10.1.45', 101),
  numbered('ECS4120-28F', 28, '10.1.45', 103),
  numbered('ECS4120-28Fv2', 28, '10.1.45', 105),
  numbered('ECS4510-28F', 28, '10.1.24', 103),
  numbered('ECS3510-28T', 28, '10.1.27', 101),
  numbered('ECS3510-52T', 52, '10.1.27', 102),
  numbered('ECS2100-10T', 10, '10.1.43', 101),
  numbered('ECS2100-28P', 28, '10.1.43', 105),
  numbered('ECS4100-28T', 28, '10.1.46', 104),
  numbered('ECS4110-28T', 28, '10.1.39', 103),
  numbered('ES3528MV2', 28, '10.1.22', 101),
  model('ES3510MA', 10, '8.1.11', { objectId: node('8.1.11') }),
  numbered('ES3510MAv2', 10, '8.1.11', 105),
  model('ES4612', 12, '6.10.57', { objectId: node('6.10.57') }),
  model('ES3528M', 28, '6.10.94', { objectId: node('6.10.94'), descr: /\bES3528M/ }),
  model('ES3552M', 52, '6.10.94', { objectId: node('6.10.94'), descr: /\bES3552M/ }),
  {
    ...model('ES3510', 10, '8.1.5', { objectId: node('8.1.5'), descr: /\bES3510\b/ }),
    modules: versionsAlone,
  },
  {
    ...model('ES3526XA-V2', 26, '8.1.5', { objectId: node('8.1.5'), descr: /\bES3526XA\b/ }),
    modules: versionsAlone,
  },
  series('ECS2100', '10.1.43'),
  series('ECS3510', '10.1.27'),
  series('ECS4100', '10.1.46'),
  series('ECS4110', '10.1.39'),
  series('ECS4120', '10.1.45'),
  series('ECS4210', '10.1.42.101', '10.1.42'),
  series('ECS4510', '10.1.24'),
  series('ECS4610', '10.1.5'),
  {
    key: 'edgecore_general_switch',
    name: 'Edge-Core switch',
    type: 'SWITCH',
    family: switches,
    // Below these nodes are only Edge-Core switches. Below other nodes Accton has switches of other brands
    // too.
    detect: [
      { objectId: accton, descr: /\bE[CX]?S\d{4}/ },
      { objectId: ['6.10', '8.1', '8.2', '10.1'].map(node) },
    ],
  },
  {
    key: 'edgecore_sonic',
    name: 'Edge-Core SONiC switch',
    type: 'SWITCH',
    family: sonic,
    // Edge-Core's own release, or any release on its hardware.
    detect: [
      { objectId: accton, descr: /^SONiC Software Version: / },
      { descr: /^SONiC Software Version: SONiC[.-]Edgecore/i },
      { descr: /^SONiC Software Version: .{0,120}\bHwSku: (?:Accton|Edge-?[Cc]ore)[-_]/ },
    ],
  },
]
