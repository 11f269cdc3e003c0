import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** What shows no table of a known OLT: the standard MIBs only, and no console. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'C-Data' }) })
