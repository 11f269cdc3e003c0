import { standardMibs, type Family } from '@linecard/driver-kit'

/** Routers, access points and OLTs: nothing but the standard MIBs. */
export const standard: Family = { id: 'standard', modules: standardMibs({ vendor: 'TP-Link' }) }
