import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'

/** E series with JUNOSe: the standard MIBs, and the console that most vendors have copied. */
export const standard = defineFamily({
  id: 'standard',
  cli: industryCli({
    ignore: [/^! Configuration script being generated on /],
    backup: { commands: [{ command: 'show configuration', or: ['show running-configuration'] }] },
  }),
  modules: standardMibs({ vendor: 'Juniper' }),
})
