import {
  defineFamily,
  enumeration,
  implement,
  integer,
  map,
  readTable,
  scaled,
  table,
  type Implementation,
} from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  entitySensors,
  fastPath,
  hostResources,
  isdp,
  ownResources,
  sfpDiagnostics,
  standardMibs,
  switchMibs,
  systemInfo,
  temperaturesOf,
  withFans,
} from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { changes } from './changes.ts'
import { edgeOsCli, edgeSwitchCli } from './cli.ts'
import { broadcom, ubiquiti } from './nodes.ts'
import { edgeOsConsole, edgeOsIdentity, edgeSwitchConsole, edgeSwitchIdentity } from './console.ts'

const vendor = 'Ubiquiti'
export const edgeSwitch = defineFamily({
  id: 'edge-switch',
  cli: edgeSwitchCli,
  console: edgeSwitchConsole,
  identity: edgeSwitchIdentity,
  modules: [
    systemInfo({ vendor }),
    ...fastPath(`${broadcom}.1.1`),
    ...switchMibs({}, [isdp(`${broadcom}.1.1`)]),
    ...changes(),
  ],
})

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })
/** memTotal and memFree of FROGFOOT-RESOURCES-MIB, which airOS, access points and small switches have. */
const frogfoot = ownResources({
  memory: { total: kilobytes('1.3.6.1.4.1.10002.1.1.1.1.1'), free: kilobytes('1.3.6.1.4.1.10002.1.1.1.1.2') },
})
/** Tables of UBNT-EdgeMAX-MIB: EdgeRouter Infinity and OLT. */
const edgeMax = `${ubiquiti}.1.5`
const thermometers = { 0: 'Sensor', 1: 'Board', 2: 'Processor', 3: 'Power supply' } as const
/** Some releases give °C, others thousandths. */
const celsius = (value: number) => (Math.abs(value) > 200 ? value / 1000 : value)
const edgeMaxTemperatures = implement(sysTemp, async session => {
  const rows = await readTable(
    session,
    table({
      kind: enumeration(`${edgeMax}.4.2.1.2`, thermometers),
      value: map(integer(`${edgeMax}.4.2.1.3`), celsius),
    }),
  )
  return temperaturesOf(
    [...rows].map(([index, { kind, value }]) => ({ name: `${kind ?? 'Sensor'} ${index}`, value })),
  )
})
const withEdgeMaxFans = (resources: Implementation): Implementation =>
  withFans(resources, {
    status: map(integer(`${edgeMax}.5.2.1.3`), speed => (speed > 0 ? 'Normal' : 'Stop')),
    speed: integer(`${edgeMax}.5.2.1.3`),
  })
const linuxResources: Implementation = {
  ...withEdgeMaxFans(hostResources()),
  next: [{ ...frogfoot, source: 'FROGFOOT-RESOURCES-MIB' }],
}

/** Load, fans and temperatures of all devices with Net-SNMP. */
export const linuxModules: readonly Implementation[] = [
  linuxResources,
  ...entitySensors().map(first =>
    first.module.name === sysTemp.name
      ? { ...first, next: [{ ...edgeMaxTemperatures, source: 'UBNT-EdgeMAX-MIB' }] }
      : first,
  ),
  entityInventory(),
]

/** Net-SNMP on Linux. */
export const linux = defineFamily({
  id: 'linux',
  cli: edgeOsCli,
  console: edgeOsConsole,
  identity: edgeOsIdentity,
  modules: [systemInfo({ vendor }), ...linuxModules, sfpDiagnostics(), ...switchMibs(), ...bgp4()],
})

/** What shows no number or name of a series: the standard MIBs only, and no console. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor }) })
