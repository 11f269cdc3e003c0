import { map, text, type Implementation } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { common } from './nodes.ts'

const vendor = 'D-Link'

/**
 * probeSoftwareRev (with or without the word "Build") and probeHardwareRev of RMON2-MIB (RFC 4502);
 * agentSerialNumber of AGENT-GENERAL-MIB.
 */
export const system = (): Implementation =>
  systemInfo({
    vendor,
    facts: {
      serial_num: text(`${common('1.1.12')}.0`),
      board_software_ver: map(text('1.3.6.1.2.1.16.19.2.0'), version => version.replace(/^Build\s+/, '')),
      board_hardware_ver: text('1.3.6.1.2.1.16.19.3.0'),
    },
  })

/** sysSerialNumber, sysFirmwareVersion and sysHardwareVersion of companySystem. */
export const webManagedSystem = (node: string): Implementation =>
  systemInfo({
    vendor,
    facts: {
      serial_num: text(`${node}.1.30.0`),
      board_software_ver: text(`${node}.1.3.0`),
      board_hardware_ver: text(`${node}.1.2.0`),
    },
  })

/** dEntityExtVersionRuntime of the first unit; serial number of the chassis from ENTITY-MIB. */
export const smartSystem = (mibs: string): Implementation =>
  systemInfo({
    vendor,
    facts: {
      serial_num: text('1.3.6.1.2.1.47.1.1.1.1.11.1'),
      board_software_ver: text(`${mibs}.5.1.8.1.3.1`),
    },
  })
