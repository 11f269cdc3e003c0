import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'
import { smartAxCli } from '../cli.ts'

/**
 * SmartAX access nodes (MA5600, MA5800) by the standard MIBs: chassis, uplinks and VLANs. Walks are short
 * because the agent is slow.
 */
export const smartAx = defineFamily({
  id: 'smart-ax',
  cli: smartAxCli,
  snmp: { maxRepetitions: 10 },
  modules: standardMibs({ vendor: 'Huawei' }),
})
