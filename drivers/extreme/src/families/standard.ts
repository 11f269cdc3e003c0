import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** ExtremeWare, WiNG, Enterasys (EOS, FASTPATH): only the standard MIBs. */
export const standard = defineFamily({
  id: 'standard',
  modules: standardMibs({ vendor: 'Extreme Networks' }),
})
