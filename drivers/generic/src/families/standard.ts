import {
  bgp4, entityInventory, entitySensors, fdbTable, hostResources, ifTable, ipMib, lldp, qBridgeVlans, rmonStats, sfpDiagnostics, systemInfo, type Family,
} from '@linecard/driver-kit'

/** Every builder of the kit, without a deviation. What the device does not have is an empty list or null. */
export const standard: Family = {
  id: 'standard',
  modules: [
    systemInfo(), hostResources(), ...entitySensors(), entityInventory(), sfpDiagnostics(),
    ...ifTable(), rmonStats(), ...qBridgeVlans(), fdbTable(), lldp(), ...ipMib(), ...bgp4(),
  ],
}
