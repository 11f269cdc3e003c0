import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** E series with JUNOSe: the standard MIBs only. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'Juniper' }) })
