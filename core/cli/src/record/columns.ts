/** Columns that are kept: their texts identify models and ports, and contain no names of people. */
export const keptColumns = [
  '1.3.6.1.2.1.1.1', // sysDescr
  '1.3.6.1.2.1.2.2.1.2', // ifDescr
  '1.3.6.1.2.1.31.1.1.1.1', // ifName
  '1.3.6.1.2.1.47.1.1.1.1.2', // entPhysicalDescr
  '1.3.6.1.2.1.47.1.1.1.1.7', // entPhysicalName
  '1.3.6.1.2.1.47.1.1.1.1.8', // entPhysicalHardwareRev
  '1.3.6.1.2.1.47.1.1.1.1.9', // entPhysicalFirmwareRev
  '1.3.6.1.2.1.47.1.1.1.1.10', // entPhysicalSoftwareRev
  '1.3.6.1.2.1.47.1.1.1.1.12', // entPhysicalMfgName
  '1.3.6.1.2.1.47.1.1.1.1.13', // entPhysicalModelName
  '1.3.6.1.2.1.16.19.2', // probeSoftwareRev
  '1.3.6.1.2.1.16.19.3', // probeHardwareRev
  '1.3.6.1.2.1.25.2.3.1.3', // hrStorageDescr
  '1.0.8802.1.1.2.1.3.7.1.3', // lldpLocPortId
  '1.0.8802.1.1.2.1.3.7.1.4', // lldpLocPortDesc
] as const

/** Bit fields and lists, which can look like text: the PortLists of Q-BRIDGE-MIB and of P-BRIDGE-MIB. */
export const binaryColumns = [
  '1.3.6.1.2.1.17.7.1.4.2.1',
  '1.3.6.1.2.1.17.7.1.4.3.1.2',
  '1.3.6.1.2.1.17.7.1.4.3.1.3',
  '1.3.6.1.2.1.17.7.1.4.3.1.4',
  '1.3.6.1.2.1.17.6.1.4',
] as const

/**
 * Tables whose index contains an address, with its place: the sub-identifiers between column and address.
 * inet: an address of 4 octets where its length before it says so.
 */
export const addressIndexes = [
  { under: '1.3.6.1.2.1.17.4.3.1', column: 1, at: 0, what: 'mac' }, // dot1dTpFdbTable
  { under: '1.3.6.1.2.1.17.7.1.2.2.1', column: 1, at: 1, what: 'mac' }, // dot1qTpFdbTable
  { under: '1.3.6.1.2.1.4.20.1', column: 1, at: 0, what: 'ip' }, // ipAddrTable
  { under: '1.3.6.1.2.1.4.21.1', column: 1, at: 0, what: 'ip' }, // ipRouteTable
  { under: '1.3.6.1.2.1.4.22.1', column: 1, at: 1, what: 'ip' }, // ipNetToMediaTable
  { under: '1.3.6.1.2.1.4.24.4.1', column: 1, at: 0, what: 'ip' }, // ipCidrRouteTable: destination
  { under: '1.3.6.1.2.1.4.24.4.1', column: 1, at: 9, what: 'ip' }, // ipCidrRouteTable: next hop
  { under: '1.3.6.1.2.1.4.35.1', column: 1, at: 3, what: 'inet' }, // ipNetToPhysicalTable
  { under: '1.3.6.1.2.1.15.3.1', column: 1, at: 0, what: 'ip' }, // bgpPeerTable
  { under: '1.3.6.1.4.1.2011.5.25.42.2.1.2.1', column: 1, at: 0, what: 'mac' }, // hwCfgFdbTable
  { under: '1.3.6.1.4.1.2011.5.25.42.2.1.3.1', column: 1, at: 0, what: 'mac' }, // hwDynFdbTable
] as const
