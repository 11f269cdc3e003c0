import type { Family } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** E series with JUNOSe: nothing but the standard MIBs. */
export const standard: Family = { id: 'standard', modules: standardMibs({ vendor: 'Juniper' }) }
