import { defineFamily } from '@linecard/driver-kit'
import { hostResources, systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { ubiquossCli } from './cli.ts'
import { olt } from './onus.ts'

/** OLTs and switches of Ubiquoss: the standard MIBs and the ONUs of EPON. */
export const chassis = defineFamily({
  id: 'chassis',
  modules: [
    systemInfo({ vendor: 'Ubiquoss' }),
    hostResources(),
    ...onuModules(olt, { capacity: () => null }),
    ...oltMibs(olt),
  ],
  cli: ubiquossCli,
})
