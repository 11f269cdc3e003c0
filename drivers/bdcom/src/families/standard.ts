import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** Switches, and OLTs without tables of ONUs: the standard MIBs only, and no console. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'BDCOM' }) })
