import { defineDriver } from '@linecard/driver-kit'
import { standard } from './families/standard.ts'

/**
 * Answers for any SNMP device from the standard MIBs. Chosen only when no vendor's driver knows the device.
 */
export default defineDriver({
  id: 'generic',
  vendor: 'Generic',
  api: 1,
  models: [
    {
      key: 'generic_snmp',
      name: 'Generic SNMP device',
      type: 'SWITCH',
      family: standard,
      detect: { objectId: '1.3.6.1' },
    },
    // Its sysObjectID is not known: the name alone tells, where sysDescr has it.
    {
      key: 'applynet_sw812',
      name: 'ApplyNet AN-SW812',
      type: 'SWITCH',
      family: standard,
      detect: { descr: /\bAN-SW812\b/ },
    },
  ],
})
