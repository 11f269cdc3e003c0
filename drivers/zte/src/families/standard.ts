import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** What shows no number of a known series: the standard MIBs only, and no console. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'ZTE' }) })
