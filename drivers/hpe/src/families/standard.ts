import { defineFamily, type Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  entitySensors,
  hostResources,
  ifControl,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'

/** Modules that all these devices support by the standard MIBs. The bind key is ifIndex. */
export const layers = (): Implementation[] => [...switchMibs(), ...bgp4(), sfpDiagnostics()]

/** OfficeConnect, Instant On, ArubaOS and 3Com: the standard MIBs only. */
export const standard = defineFamily({
  id: 'standard',
  modules: [
    systemInfo({ vendor: 'HPE' }),
    hostResources(),
    ...entitySensors(),
    entityInventory(),
    ...layers(),
    ...ifControl(),
  ],
})
