import { standardMibs, type Family } from '@linecard/driver-kit'

/** E series with JUNOSe: nothing but the standard MIBs. */
export const standard: Family = { id: 'standard', modules: standardMibs({ vendor: 'Juniper' }) }
