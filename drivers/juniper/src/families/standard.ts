import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** E series with JUNOSe: nothing but the standard MIBs. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'Juniper' }) })
