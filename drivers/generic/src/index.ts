import { defineDriver } from '@linecard/driver-kit'
import { sonic, standard } from './families/standard.ts'

/** Reads any SNMP device with the standard MIBs. Detection uses it only if no vendor driver matches. */
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
    // Numbers that devices of several makers have. Linksys was Cisco's until 2013.
    {
      key: 'linksys_device',
      name: 'Linksys device',
      type: 'SWITCH',
      family: standard,
      detect: { objectId: '1.3.6.1.4.1.3955' },
    },
    {
      key: 'frogfoot_device',
      name: 'Radio or switch with the agent of Frogfoot',
      type: 'RADIO',
      family: standard,
      detect: { objectId: '1.3.6.1.4.1.10002' },
    },
    // The sysObjectID of this model is not known. Detection matches its name in sysDescr.
    {
      key: 'applynet_sw812',
      name: 'ApplyNet AN-SW812',
      type: 'SWITCH',
      family: standard,
      detect: { descr: /\bAN-SW812\b/ },
    },
    // SONiC runs on switches of many makers, and answers with Net-SNMP's or Broadcom's number.
    {
      key: 'sonic_switch',
      name: 'SONiC switch',
      type: 'SWITCH',
      family: sonic,
      detect: { descr: /^SONiC Software Version: / },
    },
  ],
})
