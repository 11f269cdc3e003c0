import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'

/** E series with JUNOSe: the standard MIBs, and the console that most vendors have copied. */
export const standard = defineFamily({
  id: 'standard',
  cli: industryCli(),
  modules: standardMibs({ vendor: 'Juniper' }),
})
