import { defineFamily } from '@linecard/driver-kit'
import { ifControl, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
import { switchCli } from '../cli.ts'

/** FD5008 and FD5016: switches with a PON uplink, by the standard MIBs. */
export const fd5008 = defineFamily({
  id: 'fd5008',
  snmp: { maxRepetitions: 40 },
  cli: switchCli,
  modules: [systemInfo({ vendor: 'C-Data' }), ...switchMibs(), ...ifControl()],
})
